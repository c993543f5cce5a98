"""The process and what every layer asks of the bot: settings, log, clock, services, refusals."""
