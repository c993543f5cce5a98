"""What an operator asks of a database that is not played on: how it is, and to be moved.

checkup         whether it is sound, and what is in it
moving          carrying all of it from one place to another
server_checkup  the same of what a PostgreSQL server has, imported where one is asked for;
server_moving   so is this
"""
