"""Tables, moves and events in words, for messages of every locale.

`events` has the log, `summary` the short accounts of a round, `labels` the texts of choices,
`table_words` options, scores and decisions. Not here: layouts, and the sentences themselves, which
are in the message catalogues.
"""
