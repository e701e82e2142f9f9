"""The steps from an empty database, or an older one, to `schema.METADATA`; run by `canasta.server.store.migrating`."""
