"""Drachensachen: goblins and dragons are played onto one pile, and whoever cannot play takes it."""
