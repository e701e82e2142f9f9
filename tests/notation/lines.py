"""Position lines as they were once written, with the digest of the rules as they are now."""

from __future__ import annotations

from typing import Final

from canasta.rules.digest import digest
from canasta.rules.load import load


def _line(name: str, rest: str) -> str:
    """Return a line of four players of the game *name*."""
    return f"canasta1 {name} 4 {digest(load(name, 4))[:12]} {rest}"


HAND_AND_FOOT: Final = _line(
    "hand-and-foot",
    "turn=2:draw hands=4d6c9sAh3s/4d4s5h6h7h9dTcTc/9c9cAcAdAd3c3c3s/5c6cKh packets=5d6c7s8c9dThQdKh3h2c2c2c2d/4s6d7c7s8d8h9s9sTd3s3d2dJk/4s6h7d7s9cThJcJdJhJsQcAs3c/4d5c5h6s6s8dQcKdKhAcAdJkJk melds=4c4d4h,5c5c5d5d2h,8c8s8sJk,9h9s2h,TcTdTh2s,QdQh2h/6d6h6s,TdTdThTsTs,JdJhJhJhJs2d,QcQdQh,AcAcAdAh2sJk reds=3d/3h pile=As4h7c6s9h6cQc2c4sJsKcKd9dKcJcJcJd5c stock=9hKd4d5sTsQhQs2s3hJk8s7cKhQs2dJk8dJkKs9s9h3dAc3c4sQs2cQc3dQs2s7c4c2sQdAdQcTc2s5d6cKs7hKc5cJdThKc4cKc6dJh9h4hTs8sJc8c4h6h5d5s8hJk7sAh8s6dJk9h4hKsAh7c8c6h8h5s7h3sJs3hJhKhJc4hKd5h7sJd4c4sTh7dQs3d8h4d2c5s6cJd2h8c9cTsKsTcTd7cTdJcKc2d7h3c9d5dTs5s6sKh6dAcKd9sTcQdKs2d8d3cKdJk9d3sQs8s8h4cAd5h2h6dQhAsAs3d7hQhAh5sAs2h5h7d7d3h8cJkQd8d7d9c7d3h9d8dAh8hKs4c7s7hJsQh3s5h6hJs9cAs6s need=50/50 open=1,2 laid=1,2,3,4 turns=18",
)
LATER: Final = _line(
    "hand-and-foot",
    "turn=3:stock hands=4d6c9sAh3s/4d4s6h7h9d9hKd/3c3c3s/5c6cKh packets=5d6c7s8c9dThQdKh3h2c2c2c2d/4s6d7c7s8d8h9s9sTd3s3d2dJk/4s6h7d7s9cThJcJdJhJsQcAs3c/4d5c5h6s6s8dQcKdKhAcAdJkJk melds=4c4d4d4h,5c5c5d5d5s2h,8c8s8sJk,9c9c9h9s2h,TcTdTh2s,QdQh2h,AcAdAd/6d6h6s,JdJhJhJhJs2d,QcQdQh,AcAcAdAh2sJk closed=2:TcTcTdTdThTsTs reds=3d/3h pile=As4h7c6s9h6cQc2c4sJsKcKd9dKcJcJcJd5c5h stock=TsQhQs2s3hJk8s7cKhQs2dJk8dJkKs9s9h3dAc3c4sQs2cQc3dQs2s7c4c2sQdAdQcTc2s5d6cKs7hKc5cJdThKc4cKc6dJh9h4hTs8sJc8c4h6h5d5s8hJk7sAh8s6dJk9h4hKsAh7c8c6h8h5s7h3sJs3hJhKhJc4hKd5h7sJd4c4sTh7dQs3d8h4d2c5s6cJd2h8c9cTsKsTcTd7cTdJcKc2d7h3c9d5dTs5s6sKh6dAcKd9sTcQdKs2d8d3cKdJk9d3sQs8s8h4cAd5h2h6dQhAsAs3d7hQhAh5sAs2h5h7d7d3h8cJkQd8d7d9c7d3h9d8dAh8hKs4c7s7hJsQh3s5h6hJs9cAs6s need=50/50 open=1,2 laid=1,2,3,4 made=0/1/0/0 started=A touched=yes turns=19",
)
CLASSIC: Final = _line(
    "classic",
    "turn=1:draw hands=6s7c7h9dKc/4h9cJdAcAh/4c4h7c7d7s8s9d9sTcJcJdJsKcKhAdAs2d2sJk/Js3c3c melds=4d4sJk,5c5d5h5s2cJk/6c6d6hJk,8c8c8h,QcQcQdQdQhQs2c reds=-/3h pile=Ad7h stock=3h6c2hKs4c3dAc9sJh6dTh3s3d9h8h2s9hAh7s8dJcTd7d5dAsTh2h5h5sJh4dQhKdTc8dKd4sKsKhTs2d8sTs3s9c6hTd5cQs6s need=50/50 open=1,2 laid=1,2,3,4 took=3 made=0/1/0/0 known=-/-/4c7c7d7s9d9sTcJcJsAs/- turns=13",
)
NEW: Final = _line(
    "new-canasta",
    "turn=4:stock hands=4d6d7s9cTs3d/4c4d9c9hThJdQsAcAc/4s7s8cTsQsAh/4s7d8cTdJcJsQsKcKcKs3h packets=5h8c9c9sJdQdKdAc3s3s3d/5d5h6c6d6h6s8h9cJcQcQd/4d5d6sQhQhKhAc3c3dJkJk/4sTdJhQcKhAcAs3d3h2dJk melds=5c5d5s,JhJs2c,QhQsJk/5c5h5s2h,7c7h2h,8h8h8s8s/5c5s2s,7c7c7s,KdKs2c/9h9h2s,AdAh2c pile=6h3cAs9sJdAh3h8dTdJc stock=ThKc5hJk9dTh3sJh4h4h4c7d4dAh6h2hKcAs6s7cKsJd8s5hAd5s9sJkQdTc4c3c2sAsAd3h4h9dAs5d9c5cKs6cKh7h6h6dTsTcQc7h6h6cJk2d9d8dJc3cThQd8hTc2c9d7dJd6cJk7hKd2s3dJhTd2sQsKhJs7s8s9dAdTd4d8s7h7c6d2h2dQc9sKs5c8d3s6s2c2h3s4sTs8cTc3cTsJcAdKdKd9h8hJh9h4s6d8d3h2d7dQc4hQhJsJkKh5d8c7dAhJs9sQh2dTcKcJk6c4cQdTh4c4h5s8d7s6s need=50/50/50/50 open=1,2,3,4 laid=1,2,3,4 known=-/4d9c9h/-/- turns=16",
)
SEEN: Final = _line(
    "classic",
    "eyes=2 turn=1:draw hands=??x5/4h9cJdAcAh/4c7c7d7s9d9sTcJcJsAs??x9/??x3 melds=4d4sJk,5c5d5h5s2cJk/6c6d6hJk,8c8c8h,QcQcQdQdQhQs2c reds=-/3h pile=Ad7h stock=??x50 need=50/50 open=1,2 laid=1,2,3,4 took=3 made=0/1/0/0 known=-/-/4c7c7d7s9d9sTcJcJsAs/- turns=13",
)
"""What seat 2 sees of `CLASSIC`."""
