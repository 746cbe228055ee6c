"""The commands of `dragonlab`, one small module each. What they need is imported when they run."""
