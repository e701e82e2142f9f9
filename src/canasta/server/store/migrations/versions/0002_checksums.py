"""Entries have checksums."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; entries that are there already have none."""
    op.add_column("entry", sa.Column("crc", sa.BigInteger(), nullable=True))
