"""Agents: whoever chooses at a decision. Written against the verbs, so each plays every game.

`registry` turns a spec such as ``random`` into an agent and plays games with a table of them.
"""
