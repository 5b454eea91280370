"""What Alembic runs to take the steps: on the connection that it is handed, in its transaction."""

from __future__ import annotations

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    # SQLite can undo a changed schema like anything else, once transactions begin when told.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
