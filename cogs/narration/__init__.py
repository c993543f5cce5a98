"""Tables, moves and events in words, for messages in every language.

`events` has the game's log, and `summary` the short accounts of a round. `labels` has the texts of
choices. `table_words` has options, scores and decisions. The sentences are in the message
catalogues, the layouts in each feature.
"""
