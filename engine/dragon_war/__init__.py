"""Dragon War: a race over a board that changes from game to game, with fights and Fate cards."""
