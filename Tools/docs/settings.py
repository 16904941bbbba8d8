"""Finds what the settings of the kinds of devices state: the fields of a structure, and their rows on the pages of
devices.

A field states the meaning of a property once, for wirings, messages, the tables and the site. SettingsTests compares the rows
with the fields.
"""

import dataclasses
import re

import declarations

FIELDS = re.compile(r"^( *)(?:public )?static var fields: \[Setting<Self>\] \{(?! get)(.*?)(?:^\1|(?<=\] ))\}$", re.DOTALL | re.MULTILINE)
FIELD = re.compile(r'(?:\bSetting\(\s*"(?P<key>[\w-]+)",|(?<![\w)])\.(?P<shared>\w+)\()\s*\\\.(?P<property>\w+)')
SHARED = re.compile(r'static func (\w+)\([^{]*\) -> Setting \{\s*(Setting\(\s*"([\w-]+)".*?)^    \}', re.DOTALL | re.MULTILINE)
IF_TRUE = re.compile(r'\("([\w-]+)", true\)')
ROW = re.compile(r"^\| `([\w-]+)` \| (.*?) \| ?(.*?) ?\| (.*?) \|$", re.MULTILINE)


@dataclasses.dataclass
class Row:
    key: str
    values: str
    default: str
    meaning: str


def stated(path):
    """Returns the structures of settings in a file: the full name of each, and the match and the text of each of its fields."""
    text = path.read_text(encoding="utf-8")
    types = [each for each in declarations.read(path) if each.kind in ("struct", "extension")] if FIELDS.search(text) else []
    found = []
    for fields in FIELDS.finditer(text):
        line, indent = text.count("\n", 0, fields.start()) + 1, len(fields[1]) - declarations.INDENT
        around = [each for each in types if each.line < line and re.match(" *", each.code[-1]).end() == indent]
        places = list(FIELD.finditer(fields[2]))
        ends = [each.start() for each in places[1:]] + [None]
        found.append((around[-1].full_name, [(each, fields[2][each.start() : end]) for each, end in zip(places, ends)]))
    return found


def properties(path):
    """Returns the full names of the properties in a file whose fields state their meaning."""
    return {f"{name}.{field['property']}" for name, fields in stated(path) for field, _ in fields}


def comments(root):
    """Returns the comment of each property under a folder whose fields state its meaning, by the property's full name: the
    meaning, the comment in the source, and the keys in a wiring's file."""
    paths, rows, found = declarations.sources(root / "Sources"), table(root), {}
    shared = {each[1]: (each[3], each[2]) for path in paths for each in SHARED.finditer(path.read_text(encoding="utf-8"))}
    for path in paths:
        structures = stated(path)
        own = {each.full_name: each.comment for each in declarations.read(path)} if structures else {}
        for name, fields in structures:
            keys = [field["key"] or shared[field["shared"]][0] for field, _ in fields]
            sections = [each for each in rows.values() if [row.key for row in each] == keys]
            if not sections and all(own.get(f"{name}.{field['property']}") for field, _ in fields):
                continue  # a mapping within a setting; its properties have comments
            if not sections:
                raise ValueError(f"{path}: no page of Documentation/Devices has the keys of {name}")
            for index, (field, text) in enumerate(fields):
                text += shared[field["shared"]][1] if field["shared"] else ""
                property, row = f"{name}.{field['property']}", sections[0][index]
                comment = [line.removeprefix("///").removeprefix(" ") for line in own.get(property, [])]
                meaning, _, more = found.setdefault(property, ([], comment, []))
                meaning.append(row.meaning[0].upper() + row.meaning[1:] + ".")
                is_shared = all(each[index] == row for each in sections)
                more.append(in_file(row, IF_TRUE.search(text), row.default if is_shared else ""))
    return {
        name: "\n\n".join([" ".join(meaning), *(["\n".join(comment)] if comment else []), *more]).split("\n")
        for name, (meaning, comment, more) in found.items()
    }


def table(root):
    """Returns the rows of the settings, by section: the tables of keys on the pages of devices."""
    pages = sorted(root.glob("Documentation/Devices/*.md"))
    tables = {page.stem: page.read_text(encoding="utf-8").partition("<!-- keys -->")[2].partition("<!-- end -->")[0] for page in pages}
    return {section: [Row(*row.groups()) for row in ROW.finditer(text)] for section, text in tables.items() if text}


def in_file(row, if_true, default):
    text = f"In a wiring's file, `{row.key}` is {row.values}"
    text += f" (`{if_true[1]}` is true)" if if_true else ""
    return f"{text}, by default {default}." if default and default != "required" else f"{text}."
