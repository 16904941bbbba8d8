"""Finds the public declarations of Swift sources, with their doc comments.

It reads the layout that `swift format` writes: one declaration a line, members indented by 4 more than their type. It needs
no build, so it also sees what this machine does not compile.
"""

import collections
import dataclasses
import pathlib
import re

INDENT = 4
TYPES = {"actor", "class", "enum", "extension", "protocol", "struct"}
KINDS = "|".join(sorted(TYPES | set("associatedtype case func init let macro subscript typealias var".split())))
DECLARATION = re.compile(
    r"(?P<modifiers>(?:(?:@\w+(?:\([^)]*\))?|(?!import)[a-z]+(?:\(\w+\))?) +)*?)"
    rf"(?P<kind>{KINDS})\b[?!]? *(?P<name>`?[\w.]+`?|[^\w\s(]+)?(?P<rest>.*)",
    re.DOTALL,
)
LABEL = re.compile(r"(?:@\w+ )*`?(\w+)`?(?: (\w+))?")
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|//.*')
GENERICS = re.compile(r"<[^<>]*>")
# The requirements of the standard library's protocols that the sources implement.
STANDARD = {
    "Comparable": {"<(_:_:)"},
    "CustomDebugStringConvertible": {"debugDescription"},
    "CustomStringConvertible": {"description"},
    "Equatable": {"==(_:_:)"},
    "ExpressibleByArrayLiteral": {"init(arrayLiteral:)"},
    "ExpressibleByIntegerLiteral": {"init(integerLiteral:)"},
    "ExpressibleByStringLiteral": {"init(stringLiteral:)"},
    "Hashable": {"==(_:_:)", "hash(into:)"},
    "SerialExecutor": {"enqueue(_:)"},
}


@dataclasses.dataclass
class Declaration:
    path: pathlib.Path
    line: int
    kind: str
    # With the labels of the parameters. The name of an extension is that of its type.
    name: str
    modifiers: set
    # The type, or the extension of a type, that the declaration is a member of; or None.
    owner: "Declaration | None"
    # The names of the superclass and of the protocols of a type.
    parents: list
    # The lines of the comment, with their slashes, and those of the attributes and of the signature.
    comment: list
    code: list

    @property
    def full_name(self):
        return f"{self.owner.full_name}.{self.name}" if self.owner else self.name

    @property
    def type_name(self):
        return self.name.split(".")[-1]


def sources(root):
    """Returns the Swift files under a folder, without those of builds."""
    return sorted(path for path in root.rglob("*.swift") if ".build" not in path.relative_to(root).parts)


def find_public(root):
    """Returns the public declarations under a folder, each with whether it overrides or implements another one."""
    found = [each for path in sources(root) for each in read(path)]
    types = {each.full_name: each for each in found if each.kind in TYPES - {"extension"} and not is_private(each)}
    requirements, parents = collections.defaultdict(set), collections.defaultdict(set)
    requirements.update({name: set(members) for name, members in STANDARD.items()})
    for each in found:
        if each.kind in TYPES:
            parents[each.type_name] |= set(each.parents)
        elif each.owner and each.owner.kind == "protocol":
            requirements[each.owner.name].add(each.name)

    def is_public(each):
        if each.kind == "extension":
            return each.name not in types or is_public(types[each.name])
        if each.owner and not is_public(each.owner):
            return False
        is_implied = each.owner and (each.owner.kind == "protocol" or each.kind == "case")
        return is_implied or not each.modifiers.isdisjoint({"public", "open"})

    def is_inherited(each):
        if "override" in each.modifiers:
            return True
        if each.kind in TYPES or not each.owner or each.owner.kind == "protocol":
            return False
        known, new = set(), {each.owner.type_name}
        while new:
            known |= new
            new = set().union(*(parents[name] for name in new)) - known
        return any(each.name in requirements[name] for name in known)

    return [(each, is_inherited(each)) for each in found if each.kind != "extension" and is_public(each)]


def is_private(each):
    return not each.modifiers.isdisjoint({"private", "fileprivate"})


def read(path):
    """Returns the declarations of a file, except for those in functions."""
    lines = path.read_text(encoding="utf-8").split("\n")
    found, comment, attributes, is_text = [], [], [], False
    # The types and conditional blocks around a line, each with its indentation.
    blocks = [(-INDENT, None)]
    for number, line in enumerate(lines):
        was_text, is_text = is_text, is_text ^ (line.count('"""') % 2 == 1)
        code, indent = line.strip(), len(line) - len(line.lstrip())
        if was_text:
            continue
        if code.startswith("///"):
            comment, attributes = comment + [code], []
            continue
        match = DECLARATION.match(code)
        if not match and (code.startswith("@") or attributes and depth("\n".join(attributes)) > 0):
            attributes.append(line)
            continue
        while code and blocks[-1][0] >= indent:
            blocks.pop()
        owner = blocks[-1][1]
        if code.startswith("#"):
            blocks.append((indent, owner))
        elif match and blocks[-1][0] == indent - INDENT and (match["kind"] != "case" or owner and owner.kind == "enum"):
            signature = head(lines, number)
            match = DECLARATION.match("\n".join(signature).strip())
            modifiers = set(re.findall(r"[a-z]+(?:\(\w+\))?", match["modifiers"]))
            for name in names(match):
                found.append(
                    Declaration(
                        path, number + 1, match["kind"], name, modifiers, owner, parents(match), comment,
                        attributes + signature,
                    )
                )
            if match["kind"] in TYPES:
                blocks.append((indent, found[-1]))
        comment, attributes = [], []
    return found


def head(lines, number):
    """The lines of a declaration without its body."""
    end = number + 1
    while end < len(lines) and (
        depth("\n".join(lines[number:end])) > 0
        or re.search(r"(,|:|->|=)$", lines[end - 1])
        or re.match(r"\s*(where|throws|async|->)\b", lines[end])
    ):
        end += 1
    text = "\n".join(lines[number:end])
    bare = TEXT.sub(lambda each: "_" * len(each[0]), text)
    # The accessors of a requirement, `{ get set }`, are no body. A brace in parentheses is that of a closure.
    bodies = re.finditer(r"\s*\{(?!\s*(?:get|set)\b)", bare)
    return text[: next((each.start() for each in bodies if depth(bare[: each.start()]) == 0), None)].split("\n")


def depth(text):
    text = TEXT.sub("", text)
    return sum((each in "([") - (each in ")]") for each in text)


def names(match):
    """The names that a declaration declares, with the labels of parameters."""
    kind, name, rest = match["kind"], (match["name"] or "").strip("`"), match["rest"]
    if kind == "case":
        return [LABEL.match(each)[1] for each in split(name + rest)]
    if kind not in ("func", "init", "subscript"):
        return [name]
    name = name if kind == "func" else kind
    rest = rest if kind == "func" else (match["name"] or "") + rest
    opening, end, level = rest.index("(", generics(rest)), 0, 0
    for end in range(opening, len(rest)):
        level += (rest[end] == "(") - (rest[end] == ")")
        if level == 0:
            break
    labels = [LABEL.match(each) for each in split(rest[opening + 1 : end])]
    is_unlabelled = kind == "subscript" or not re.match(r"\w", name)
    return [name + "(" + "".join(f"{'_' if is_unlabelled and not each[2] else each[1]}:" for each in labels) + ")"]


def generics(text):
    """The length of the generic parameters that a text begins with."""
    level = 0
    for end, character in enumerate(text.replace("->", "  ")):
        level += (character == "<") - (character == ">")
        if level == 0:
            return end
    return 0


def split(text):
    """Splits a list at its commas outside of brackets."""
    parts, level = [""], 0
    for character in text.replace("->", "  "):
        level += (character in "([<") - (character in ")]>")
        if character == "," and level == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def parents(match):
    if match["kind"] not in TYPES or ":" not in match["rest"]:
        return []
    clause = GENERICS.sub("", match["rest"]).partition(":")[2]
    return re.findall(r"(\w+)(?:,|$)", re.sub(r"\s+where\b.*", "", clause, flags=re.DOTALL), re.MULTILINE)
