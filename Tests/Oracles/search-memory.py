#!/usr/bin/env python3
"""Looks for bytes in the memory of another process: in all that can be read, the stacks and the heap among them.

Standard input: one JSON object with the keys process (its number) and texts (by name, in Base64). Standard output: one
JSON object; for each name a pair, in how many places the text is, and in how many of these the page is not locked. The
process must be this user's and dumpable, or this user root.
"""

import base64
import json
import re
import sys

question = json.load(sys.stdin)
process = question["process"]
texts = {name: base64.b64decode(text) for name, text in question["texts"].items()}
found = {name: [0, 0] for name in texts}
regions = []
with open(f"/proc/{process}/smaps") as maps:
    for line in maps:
        words = line.split()
        if re.fullmatch("[0-9a-f]+-[0-9a-f]+", words[0]):
            start, end = (int(part, 16) for part in words[0].split("-"))
            regions.append([start, end, words[1], False])
        elif words[0] == "VmFlags:":
            regions[-1][3] = "lo" in words
with open(f"/proc/{process}/mem", "rb") as memory:
    for start, end, rights, is_locked in regions:
        if "r" not in rights:
            continue
        try:
            memory.seek(start)
            content = memory.read(end - start)
        except (OSError, ValueError, OverflowError):
            # The system's own pages, such as vvar.
            continue
        for name, text in texts.items():
            count = content.count(text)
            found[name][0] += count
            found[name][1] += 0 if is_locked else count
json.dump(found, sys.stdout)
