"""Soak tests of four clusters on one PostgreSQL, with members who play on servers of every shard.

    python -m tests.soak.clusters kill --kills 200 --restarts 20
    python -m tests.soak.clusters deploy --deploys 3 --rate 20
    python -m tests.soak.clusters identify-limits --shards 6 --groups 1
    python -m tests.soak.clusters journey --game ten-pennies

`kill` kills any cluster with -9 at any moment, and PostgreSQL with SIGQUIT now and then. Every move
that was shown must be in the log, no entry may be doubled or changed, and every server must be
served again within 30 s. With `--keep DIR` a run continues the last one in that folder, and
`--minutes` ends it sooner. `deploy` replaces all clusters while members press: each press that
reached a cluster must be answered. `identify-limits` starts all clusters at once, kills one and
deploys all, while Discord refuses a shard that identifies within five seconds of another of its
group. `journey` takes one game through SQLite, PostgreSQL, kills and deploys, and back to SQLite.

Discord is `tests.fake_discord`; PostgreSQL is a real server that syncs every commit.
"""
