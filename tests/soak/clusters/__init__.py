"""Soak tests of four clusters on one PostgreSQL, with members who play on servers of every shard.

    python -m tests.soak.clusters kill --kills 200 --restarts 20
    python -m tests.soak.clusters deploy --deploys 3 --rate 20
    python -m tests.soak.clusters identify-limits --shards 6 --groups 1
    python -m tests.soak.clusters journey --game ten-pennies

`kill` ends any cluster with -9 at any moment, and PostgreSQL with SIGQUIT now and then: what
anybody was shown is in the log, no entry is doubled or changed, and every server is served again
within 30 s; with `--keep DIR` it goes on where the last run in that folder has stopped, and
`--minutes` ends it sooner. `deploy` relieves all clusters while members press: each press that
Discord told anybody of is answered. `identify-limits` starts all clusters at once, kills one and
deploys all, while Discord refuses a shard that identifies within five seconds of another of its
group. `journey` takes one game through SQLite, PostgreSQL, kills and deploys, and back to SQLite.

Discord is `tests.fake_discord`; PostgreSQL is a real server that syncs every commit.
"""
