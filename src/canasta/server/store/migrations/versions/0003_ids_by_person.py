"""Ids of commands belong to whoever sent them."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let two people use the same id, for commands and for what they say."""
    for table in ("entry", "said"):
        with op.batch_alter_table(table) as batch:
            batch.drop_constraint(f"uq_{table}_table_id", type_="unique")
            batch.create_unique_constraint(f"uq_{table}_table_id", ["table_id", "person", "cmd"])
