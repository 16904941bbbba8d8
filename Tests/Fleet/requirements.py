#!/usr/bin/env python3
"""Prints the packages that Home Assistant would install by itself when it sets up integrations.

    requirements.py FOLDER INTEGRATION...     FOLDER is that of the module homeassistant

These are the requirements in the manifests of the integrations, of those that are set up in any case, and of all that they
depend on. The module is not imported, because that needs the packages.
"""

import ast
import json
import pathlib
import sys


def always(folder):
    """Returns the integrations that are set up in any case."""
    values = {}
    for statement in ast.parse((folder / "bootstrap.py").read_text()).body:
        for target in getattr(statement, "targets", []):
            if isinstance(target, ast.Name):
                values[target.id] = statement.value

    def texts(node):
        """Returns the texts in a value, and in the values that it names."""
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value
            elif isinstance(part, ast.Name) and part.id in values:
                yield from texts(values[part.id])

    return [text for name in ("DEFAULT_INTEGRATIONS", "CRITICAL_INTEGRATIONS") for text in texts(values[name])]


def main():
    folder = pathlib.Path(sys.argv[1])
    left, seen, packages = sys.argv[2:] + always(folder), set(), set()
    while left:
        integration = left.pop()
        manifest = folder / "components" / integration / "manifest.json"
        if integration in seen or not manifest.exists():
            continue
        seen.add(integration)
        contents = json.loads(manifest.read_text())
        packages.update(contents.get("requirements", []))
        left += contents.get("dependencies", [])
    print("\n".join(sorted(packages)))


main()
