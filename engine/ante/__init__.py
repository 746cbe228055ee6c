"""The Three-Dragon Ante family: one engine for a single stakes and for two."""
