"""A live table as data: a log of commands, folded to what everyone may know. See `canasta.session.table.Table`."""
