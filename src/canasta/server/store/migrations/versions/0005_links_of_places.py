"""A link to a seat is known by the entry that made it, so that it moves with its place. Those made before are no longer valid."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop older links, whose versions were counted for each seat, and the seats they were made for."""
    op.execute(sa.text("DELETE FROM seatlink"))
    with op.batch_alter_table("seatlink") as seatlink:
        seatlink.drop_column("seat")
