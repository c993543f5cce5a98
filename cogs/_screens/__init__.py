"""The messages of a table, public and private: table, details, scores, rules."""
