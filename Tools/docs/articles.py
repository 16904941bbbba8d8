"""Turns the repository's pages and examples into articles of a DocC catalog.

Relative links become links between articles. A link to a file that has no page becomes the file's path.
"""

import os
import re
import shutil

# The pages besides those of Documentation, with the names of their articles.
PAGES = {
    "Benchmarks/README.md": "Benchmarks",
    "Boards/README.md": "Boards",
    "CHANGELOG.md": "Changelog",
    "CONTRIBUTING.md": "Contributing",
    "Documentation/Decisions/README.md": "Decisions",
    "Documentation/Devices/README.md": "DevicePages",
    # The module has the name of the page.
    "Documentation/Screens.md": "ScreenPages",
    "README.md": "README",
    "Sounds/README.md": "SoundList",
    "Tests/VirtualMachine/README.md": "VirtualMachine",
    "Tools/package/README.md": "Packages",
}
# The pages that list other pages, with the folders of these. DocC knows an article only where one lists it.
INDEXES = {
    "Documentation/Decisions/README.md": "Documentation/Decisions/",
    "Documentation/Devices/README.md": "Documentation/Devices/",
    "Documentation/Recipes.md": "Examples/",
}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r"^# .*$", re.MULTILINE)
# The first sentence, if others follow it in its paragraph: DocC shows it in lists.
ABSTRACT = re.compile(r"(\A# .*\n\n(?:.|\n(?!\n))*?[\w`)]\.)\s(?=[A-Z`*\[])")
# A picture with another one for dark pages. DocC finds that by its name.
PICTURE = re.compile(r"<picture>\n<source [^\n]*srcset=\"([^\"]+)\">\n<img alt=\"([^\"]+)\" (?:width=\"\d+\" )?src=\"([^\"]+)\">\n</picture>")
HEADING = re.compile(r"^#{2,} +(.+)$", re.MULTILINE)


def write(root, catalog):
    """Writes an article for each page and each example to a catalog, with their pictures, and returns their names."""
    names = dict(PAGES)
    for page in sorted([*root.glob("Documentation/*.md"), *root.glob("Documentation/Decisions/0*.md")]):
        names.setdefault(str(page.relative_to(root)), page.stem)
    for page in sorted(root.glob("Documentation/Devices/[a-z]*.md")):
        names[str(page.relative_to(root))] = f"Device-{page.stem}"
    pages = {path: (root / path).read_text() for path in names}
    for folder in sorted(each for each in root.glob("Examples/*") if programs(each)):
        path = str(folder.relative_to(root))
        names[path] = folder.name
        pages[path] = example(root, folder)
    for path, folder in INDEXES.items():
        listed = sorted(names[each] for each in names if each.startswith(folder) and each != path)
        pages[path] += "\n## Topics\n\n### Pages\n\n" + "".join(f"- <doc:{name}>\n" for name in listed)
    for path, text in pages.items():
        Article(root, catalog, path, names, pages).write(text)
    return names


class Article:
    def __init__(self, root, catalog, path, names, pages):
        self.root, self.catalog, self.path = root, catalog, path
        self.names, self.pages = names, pages

    def write(self, text):
        text = TITLE.sub(rf"# {self.names[self.path]}", text, count=1) if self.path == "README.md" else text
        text = ABSTRACT.sub(r"\1\n\n", text, count=1) if self.path.endswith(".md") else text
        end, parts = 0, []
        for block in FENCE.finditer(text):
            parts += [self.mend(text[end : block.start()]), block[0]]
            end = block.end()
        parts.append(self.mend(text[end:]))
        target = self.catalog / f"{self.names[self.path]}.md"
        if target.exists():
            raise SystemExit(f"{self.path}: there is a page {target.name} already")
        target.write_text("".join(parts))

    def mend(self, text):
        # DocC shows the backticks of a heading.
        text = re.sub(r"^#.*$", lambda heading: heading[0].replace("`", ""), text, flags=re.MULTILINE)
        return LINK.sub(self.mend_link, PICTURE.sub(self.mend_picture, text))

    def mend_picture(self, picture):
        dark, text, target = picture.groups()
        folder = (self.root / self.path).parent
        shutil.copy(folder / dark, self.catalog / f"{os.path.splitext(os.path.basename(target))[0]}~dark.png")
        return f"![{text}]({target})"

    def mend_link(self, link):
        picture, text, target = link.groups()
        if re.match(r"[a-z]+:", target):
            return link[0]
        file, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(self.path), file)) if file else self.path
        if picture:
            copy = self.catalog / os.path.basename(path)
            if copy.exists() and copy.read_bytes() != (self.root / path).read_bytes():
                raise SystemExit(f"{self.path}: another picture is called {copy.name}, too; the site has one folder for all")
            shutil.copy(self.root / path, copy)
            return f"![{text}]({os.path.basename(path)})"
        # A file of an example is on the page of the example.
        path = "/".join(path.split("/")[:2]) if path.startswith("Examples/") else path
        if path in self.names:
            return f"[{text}](doc:/Carillon/{self.names[path]}{self.fragment(path, anchor)})"
        return f"`{path}`" if text.strip("`") in (path, os.path.basename(path)) else f"{text} (`{path}`)"

    def fragment(self, path, anchor):
        """The anchor as DocC writes it: the heading without punctuation, its words joined by dashes."""
        for heading in HEADING.findall(FENCE.sub("", self.pages[path])) if anchor else []:
            slug = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
            if slug == anchor:
                return "#" + re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading)).strip("-")
        return f"#{anchor}" if anchor else ""


def programs(folder):
    """The sources of an example, its main one first."""
    return sorted(folder.glob("Sources/*/*.swift"), key=lambda file: (file.name != "main.swift", file.name))


def example(root, folder):
    """The page of an example: its programs, its wiring and its test."""
    files = programs(folder)
    program = files[0].read_text()
    page = f"# {folder.name}\n\n"
    comment = re.match(r"(?:import \w+\n)+\n((?://.*\n)+)", program)
    if comment:
        page += re.sub(r"^// ?", "", comment[1], flags=re.MULTILINE) + "\n"
    for file in [*files, *sorted(folder.glob("Boards/wirings/*.yaml")), *sorted(folder.glob("Tests/*/*.swift"))]:
        path, language = file.relative_to(root), file.suffix[1:]
        page += f"## {file.name}\n\n`{path}`:\n\n```{language}\n{file.read_text().strip()}\n```\n\n"
    return page
