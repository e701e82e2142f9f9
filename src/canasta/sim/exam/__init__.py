"""Exams of bots that run as programs: what they do with the protocol, and how they play."""
