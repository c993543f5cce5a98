"""Four clusters on one PostgreSQL, servers of every shard, and members who play there.

    python -m tests.campaigns.clusters kill --kills 200 --restarts 20
    python -m tests.campaigns.clusters deploy --deploys 3 --rate 20
    python -m tests.campaigns.clusters crowd --finished 1000000 --live 5000
    python -m tests.campaigns.clusters windows --shards 6 --groups 1

`kill` ends any cluster with -9 at any moment, and PostgreSQL with SIGQUIT now and then: what
anybody was shown is in the log, no entry is doubled or changed, and every server is served again
within 30 s; with `--keep DIR` it goes on where the last run in that folder has stopped, and
`--minutes` ends it sooner. `deploy` relieves all clusters while members press: each press that
Discord told anybody of is answered. `crowd` fills a database, and asks it what members ask.
`windows` begins all at once, kills one and deploys all, where Discord refuses whoever identifies
within five seconds of another shard of the group.

Discord is the loopback one (`tests.loopback`), PostgreSQL a real one that syncs every commit.
"""
