"""Who thinks at tables: bots and hints, in threads and in programs of their own."""
