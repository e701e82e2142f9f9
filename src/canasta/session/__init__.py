"""A live table as data: a log of commands, folded to what everybody may know. See `canasta.session.table.Table`."""
