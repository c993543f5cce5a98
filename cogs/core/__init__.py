"""What every other package of the bot uses: settings, log, clock, ownership, metrics, refusals."""
