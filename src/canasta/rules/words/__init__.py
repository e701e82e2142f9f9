"""The words of the rules: all that is known of each word that a value can be, in one place."""
