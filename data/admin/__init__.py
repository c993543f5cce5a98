"""Administration of a database that is not being played on.

checkup         whether it is sound, and what it contains
moving          copies everything to another database
server_checkup  checkup for PostgreSQL; imported only if one is configured
server_moving   moving for PostgreSQL; likewise
"""
