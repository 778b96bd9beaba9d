"""Finds the places in Swift source where one bug can be planted.

A bug is a replacement of one piece of code: a condition negated, a guard's condition taken as met,
an if's as not met, a comparison's bound shifted, `&&` and `||` swapped, a checking statement
removed, `true` and `false` swapped.
"""

import dataclasses
import hashlib
import re

OPENING, CLOSING = "([{", ")]}"


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One bug: what stands at `start` of a file, and what replaces it."""

    path: str
    line: int
    text: str
    start: int
    found: str
    planted: str
    # Names the bug in this very version of its file.
    key: str

    @property
    def change(self):
        return f"{' '.join(self.found.split())} -> {' '.join(self.planted.split())}"

    def apply(self, source):
        end = self.start + len(self.found)
        assert source[self.start : end] == self.found
        return source[: self.start] + self.planted + source[end:]


def blank(source):
    """The source with its comments and the contents of its strings replaced by spaces."""
    pattern = re.compile(
        r'//[^\n]*|/\*.*?\*/|(#*)"""(?:\\.|.)*?"""\1|#"[^\n]*?"#|"(?:\\.|[^"\\\n])*"', re.DOTALL
    )

    def spaces(match):
        text = re.sub(r"[^\n]", " ", match.group())
        return text if match.group().startswith("/") else '"' + text[1:-1] + '"'

    return pattern.sub(spaces, source)


def end_of_condition(code, start, keyword):
    """Where the `else` of a guard or the `{` of an if stands, and the commas before it."""
    depth, commas, place = 0, [], start
    while place < len(code):
        character = code[place]
        if depth == 0 and keyword == "if" and character == "{":
            return place, commas
        if depth == 0 and keyword == "guard" and re.match(r"\belse\b", code[place:]):
            return place, commas
        if character in OPENING:
            depth += 1
        elif character in CLOSING:
            depth -= 1
            if depth < 0:
                return None, []
        elif character == "," and depth == 0:
            commas.append(place)
        place += 1
    return None, []


def conditions(code):
    """The clauses of each guard and if that are conditions, with their keyword."""
    for match in re.finditer(r"(?<![#.\w`])(guard|if)\s(?=\s*\S)", code):
        end, commas = end_of_condition(code, match.end(), match.group(1))
        if end is None:
            continue
        starts = [match.end()] + [comma + 1 for comma in commas]
        for start, stop in zip(starts, commas + [end]):
            clause = code[start:stop]
            if re.match(r"\s*(let|var|case|#|try|await)\b|\s*#", clause):
                continue
            start += len(clause) - len(clause.lstrip())
            yield match.group(1), start, start + len(clause.strip())


def replacements(code, source):
    """Start, found text and planted text of each bug."""
    for keyword, start, end in conditions(code):
        found = source[start:end]
        # Of a single comparison, the swap below is the negation.
        if not re.fullmatch(r"[^=!<>&|]+ (==|!=) [^=!<>&|]+", found):
            yield start, found, f"!({found})"
        yield start, found, f"(true || ({found}))" if keyword == "guard" else f"(false && ({found}))"
    swaps = {
        "&&": "||", "||": "&&", "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    }
    for match in re.finditer(r"(?<=\s)(&&|\|\||==|!=|<=|>=|<|>)(?=\s)", code):
        yield match.start(), match.group(), swaps[match.group()]
    for match in re.finditer(r"(?<=[\w)])(\.\.<|\.\.\.)(?=[\w(])", code):
        yield match.start(), match.group(), "..." if match.group() == "..<" else "..<"
    for match in re.finditer(r"\b(true|false)\b", code):
        yield match.start(), match.group(), "false" if match.group() == "true" else "true"
    for match in re.finditer(r"^[ ]+((?:_ = )?try (?:await )?[\w.]+\([^\n]*\))$", code, re.MULTILINE):
        call = match.group(1)
        if call.count("(") == call.count(")"):
            start = match.start(1)
            yield start, source[start : match.end(1)], "do {}"


def mutants(path, source):
    """Every bug that can be planted in a file, in the order of its lines."""
    code = blank(source)
    lines = source.split("\n")
    for start, found, planted in sorted(set(replacements(code, source))):
        line = source.count("\n", 0, start) + 1
        key = hashlib.sha256("\0".join([path, source, str(start), found, planted]).encode())
        yield Mutant(
            path, line, lines[line - 1].strip(), start, found, planted, key.hexdigest()[:24]
        )
