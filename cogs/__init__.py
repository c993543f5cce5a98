"""Discord glue: what members press and type, and what they see of it.

A module without an underscore is a door: commands, controls and `setup`, loaded by the bot as an
extension. Doors do not import each other; what they share stands behind them in underscore
modules. Start reading at `_controls` (how a press finds its way) and `errors` (what is said when
it does not).
"""
