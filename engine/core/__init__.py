"""What every game shares: header, random streams, verbs, kernels. It knows no game."""
