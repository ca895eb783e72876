"""Attackers who compute: each module is one kind, and none uses anything of the program or of its verifiers."""
