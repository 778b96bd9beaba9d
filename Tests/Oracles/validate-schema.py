#!/usr/bin/env python3
"""Says which JSON texts a JSON Schema accepts, with jsonschema_rs.

Standard input: one JSON object with the keys schema and files, a list of JSON texts. Standard output: valid or invalid for
each text, a line each. The schema itself is checked first.
"""

import json
import sys

import jsonschema_rs

question = json.load(sys.stdin)
jsonschema_rs.meta.validate(question["schema"])
validator = jsonschema_rs.validator_for(question["schema"])
for text in question["files"]:
    print("valid" if validator.is_valid(json.loads(text)) else "invalid")
