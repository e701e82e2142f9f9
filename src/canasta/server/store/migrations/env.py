"""What Alembic runs for each migration: `migrating.migrate` hands it a connection whose transaction holds the lock."""

from alembic import context

from canasta.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
