"""TOML as jobs need it: every value as JSON writes it, tables inline."""

import json


def value(one):
    """A value on one line."""
    if isinstance(one, dict):
        return "{ " + ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {value(part)}" for key, part in one.items()) + " }"
    if isinstance(one, list):
        return "[" + ", ".join(map(value, one)) + "]"
    return json.dumps(one, ensure_ascii=False)


def text(table):
    """A table as a file, a line a key."""
    return "".join(f"{key} = {value(part)}\n" for key, part in table.items())
