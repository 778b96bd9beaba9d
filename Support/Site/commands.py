"""The command reference, from `quince help --json`: the tables of which its help and its manual page are made."""

import html
import json
import subprocess
import xml.etree.ElementTree as ElementTree

from contents import Wrong, between
from guides import page_of

INDEX = "commands/index.html"


def tables(program):
    """What the program says of its verbs."""
    run = subprocess.run([program, "help", "--json"], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise Wrong(f"{program} help --json ended with {run.returncode}: {run.stderr.strip()}")
    return json.loads(run.stdout)


def address(verb):
    return f"commands/{verb.replace(' ', '-')}.html"


def pages(program):
    """The list of the verbs, and a page for each."""
    known = tables(program)
    rows = "".join(
        f'<tr><td><a href="{between(INDEX, address(each["verb"]))}"><code>quince {each["verb"]}</code></a></td>'
        f"<td>{html.escape(each['summary'])}</td></tr>"
        for each in known["verbs"]
    )
    body = (
        f"<div><h1>Commands</h1><p>The verbs of quince {known['version']}, each with its operands and options. "
        "<code>quince help VERB</code> and <code>quince man</code> print the same.</p>"
        + table("verb", "what it does", rows)
        + "</div>"
    )
    index = page_of(ElementTree.fromstring(body), INDEX, INDEX)
    return [index, *(verb_page(each) for each in known["verbs"])]


def table(first, second, rows):
    if not rows:
        return ""
    return (
        '<div class="table" role="group" tabindex="0" aria-label="Table"><table class="options">'
        f'<thead><tr><th scope="col">{first}</th><th scope="col">{second}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def option_row(option):
    value = f" {option['value']}" if "value" in option else ""
    more = ["may be given several times"] if option["repeatable"] else []
    help_text = html.escape("; ".join([option["help"], *more]))
    name = f"--{option['name']}"
    return f'<tr id="option-{option["name"]}"><td><code>{html.escape(name + value)}</code></td><td>{help_text}</td></tr>'


def operand_row(operand):
    more = ["may be left out"] if operand["optional"] else []
    more += ["may be several"] if operand["repeatable"] else []
    help_text = html.escape("; ".join([operand["help"], *more]))
    return f"<tr><td><code>{html.escape(operand['name'])}</code></td><td>{help_text}</td></tr>"


def verb_page(verb):
    """The page of a verb: how it is called, its tables, notes and example."""
    here = address(verb["verb"])
    notes = "".join(f"<p>{html.escape(each).replace(chr(10), '<br/>')}</p>" for each in verb["notes"].split("\n\n") if each)
    example = "".join(f'<span class="command">{html.escape(each)}\n</span>' for each in verb["example"].split("\n"))
    body = (
        f'<div><p class="above"><a href="{between(here, INDEX)}">Commands</a></p>'
        f"<h1>quince {verb['verb']}</h1><p>{html.escape(verb['summary'])}</p>"
        f'<pre class="call" tabindex="0"><code>{html.escape(verb["call"])}</code></pre>'
        + table("operand", "what it is", "".join(operand_row(each) for each in verb["operands"]))
        + table("option", "what it does", "".join(option_row(each) for each in verb["options"]))
        + notes
        + f'<h2 id="example">Example</h2><pre class="console" tabindex="0"><code>{example}</code></pre></div>'
    )
    page = page_of(ElementTree.fromstring(body), here, here, within=INDEX)
    page.summary = verb["summary"]
    return page
