"""Addresses of people whom a host keeps out of a table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "keptout",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("salt", sa.LargeBinary(16), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", "salt", name="pk_keptout"),
        sa.ForeignKeyConstraint(["table_id"], ["gametable.id"], name="fk_keptout_table_id", ondelete="CASCADE"),
    )
