"""Judges what CI systems and containers read: action.yml, the template for GitLab and the compose file, by the schemas that
PyPI's check-jsonschema has of them, and every shell script in them by ShellCheck. Prints what is wrong, and exits 1 then.

    judge-ci.py [FOLDER]    the folder that holds action.yml and Support; this repository unless given
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

TOOLS = pathlib.Path(sys.executable).parent
problems = []


def judge(name, *command):
    """Runs a judge; what it prints is a problem where it fails."""
    run = subprocess.run([TOOLS / command[0], *command[1:]], capture_output=True, text=True)
    if run.returncode:
        problems.append(f"{name}: {run.stdout}{run.stderr}")


def judge_schema(name, schema, document, folder):
    path = folder / "document.yml"
    path.write_text(document if isinstance(document, str) else yaml.safe_dump(document))
    judge(name, "check-jsonschema", "--builtin-schema", schema, path)


def judge_script(name, script, folder):
    path = folder / "script"
    path.write_text("#!/usr/bin/env bash\n" + script)
    judge(name, "shellcheck", path)


def action(root, folder):
    document = yaml.safe_load((root / "action.yml").read_text())
    judge_schema("action.yml", "vendor.github-actions", document, folder)
    text = yaml.safe_dump(document["runs"])
    for step in document["runs"]["steps"]:
        if "run" in step:
            judge_script(f"action.yml: {step['run']!r}", step["run"], folder)
            # What a person wrote comes through the environment: in a script it would be run.
            if "${{" in step["run"]:
                problems.append(f"action.yml: an expression in the script {step['run']!r}")
    for name in document["inputs"]:
        if f"inputs.{name}" not in text:
            problems.append(f"action.yml: the input '{name}' is not used")
    script = (root / "Support/CI/start-sandbox").read_text()
    said = {"ready", *re.search(r"members=\(([^)]*)\)", script)[1].split()}
    if said != set(document["outputs"]):
        problems.append(f"action.yml: outputs {sorted(document['outputs'])}, start-sandbox says {sorted(said)}")


def template(root, folder):
    spec, document = yaml.safe_load_all((root / "Support/CI/gitlab.yml").read_text())
    used = set(re.findall(r"\$\[\[ inputs\.(\w+) \]\]", yaml.safe_dump(document)))
    if used != set(spec["spec"]["inputs"]):
        problems.append(f"gitlab.yml: inputs {sorted(spec['spec']['inputs'])}, used {sorted(used)}")
    judge_schema("gitlab.yml", "vendor.gitlab-ci", document, folder)
    for script in document[".quince"]["before_script"]:
        judge_script("gitlab.yml", script, folder)


def examples(root, folder):
    """The workflows and jobs that the page shows."""
    page = (root / "Documentation/ContinuousIntegration.md").read_text()
    shown = re.findall(r"<!-- judged: (github|gitlab) -->\n```yaml\n(.*?)```\n", page, re.DOTALL)
    if len(shown) != page.count("```yaml"):
        problems.append("ContinuousIntegration.md: not each block is judged")
    inputs = set(yaml.safe_load((root / "action.yml").read_text())["inputs"])
    schemas = {"github": "vendor.github-workflows", "gitlab": "vendor.gitlab-ci"}
    for kind, text in shown:
        judge_schema(f"ContinuousIntegration.md: {text}", schemas[kind], text, folder)
        for job in yaml.safe_load(text).get("jobs", {}).values():
            for step in job["steps"]:
                if "quince@" in step.get("uses", "") and not set(step.get("with", {})) <= inputs:
                    problems.append(f"ContinuousIntegration.md: the action has no such input: {step}")


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        action(root, folder)
        template(root, folder)
        examples(root, folder)
        compose = yaml.safe_load((root / "Support/Container/compose.yaml").read_text())
        judge_schema("compose.yaml", "vendor.compose-spec", compose, folder)
        for script in sorted((root / "Support/CI").iterdir()):
            if script.suffix != ".yml":
                judge(script.name, "shellcheck", script)
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
