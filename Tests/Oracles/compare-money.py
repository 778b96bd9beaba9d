"""Compares a shop's orders with a card network's records, by Python's sqlite3 module and psql only.

Usage: compare-money.py ORDERS NETWORK.sqlite
ORDERS is a file of SQLite, or a connection string of PostgreSQL for the program that PSQL names.
Prints one JSON object: counts, and in "problems" every way in which the two disagree.
"""

import collections
import json
import os
import sqlite3
import subprocess
import sys

NUMERIC = {"USD": "840", "CNY": "156"}

network = sqlite3.connect(sys.argv[2])
shop = sys.argv[1] if "=" in sys.argv[1] else sqlite3.connect(sys.argv[1])
problems = []


def rows(database, query):
    if not isinstance(database, str):
        return database.execute(query).fetchall()
    text = subprocess.run(
        [os.environ["PSQL"], "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", database]
        + ["-c", f"SELECT COALESCE(json_agg(row), '[]') FROM ({query}) AS row"],
        check=True,
        stdout=subprocess.PIPE,
    ).stdout
    return [tuple(row.values()) for row in json.loads(text)]


orders = rows(shop, "SELECT number, attempt, total_minor_units, currency_code, payment_status FROM shop_order")
authorizations = rows(
    shop,
    "SELECT attempt, state, authorization_code, amount_minor_units, currency_code"
    " FROM operation WHERE kind = 'authorization'",
)
unsettled = rows(
    shop,
    "SELECT id FROM operation WHERE due_at IS NOT NULL"
    " OR state IN ('prepared', 'sent', 'unknown', 'reversing', 'mismatched', 'reversalRefused')",
)
if unsettled:
    problems.append(f"{len(unsettled)} operations are open")

approved = [row for row in authorizations if row[1] == "approved"]
amounts = {
    row[0]: row[1:] for row in rows(shop, "SELECT attempt, captured, refunded, capturing, refunding FROM attempt_amount")
}
by_attempt = collections.Counter(row[0] for row in approved)
for number, attempt, total, currency, status in orders:
    if by_attempt[attempt] != 1:
        problems.append(f"order {number} has {by_attempt[attempt]} approved authorizations")
    captured, refunded, *reserved = amounts[attempt]
    expected = "authorized" if captured == 0 else "refunded" if refunded == captured else "paid"
    if status != expected:
        problems.append(f"order {number} is {status}, and not {expected}")
    if any(reserved):
        problems.append(f"order {number} has reserved amounts")
    if [(row[3], row[4]) for row in approved if row[0] == attempt] != [(total, currency)]:
        problems.append(f"order {number} is not of its authorization's amount")
if len(approved) != len(orders):
    problems.append(f"{len(approved)} approved authorizations for {len(orders)} orders")

# What the network holds and has captured is what the shop has records of, one for one.
held = collections.Counter(
    rows(
        network,
        "SELECT authorization_code, held, captured, refunded, currency FROM network_payment"
        " WHERE held > 0 OR captured > 0",
    )
)
released = collections.Counter(
    {
        row[0]: row[1]
        for row in rows(
            shop, "SELECT attempt, amount_minor_units FROM operation WHERE kind = 'release' AND state = 'completed'"
        )
    }
)
finals = rows(shop, "SELECT attempt FROM operation WHERE is_final = 1 AND state = 'completed'")
totals = {row[0]: row[3] for row in approved}
for (attempt,) in finals:
    if amounts[attempt][0] + released[attempt] != totals[attempt]:
        problems.append("the rest of a final capture is not released")
expected = collections.Counter(
    (row[2], row[3] - amounts[row[0]][0] - released[row[0]], *amounts[row[0]][:2], NUMERIC[row[4]]) for row in approved
)
for name, difference in (("lost", expected - held), ("doubled", held - expected)):
    if difference:
        problems.append(f"{name}: {sum(difference.values())}")

# Each capture and refund was cleared once.
done = collections.Counter(
    (row[0], row[1] if row[0] == "capture" else -row[1], NUMERIC[row[2]])
    for row in rows(
        shop,
        "SELECT kind, amount_minor_units, currency_code FROM operation"
        " WHERE state = 'completed' AND kind IN ('capture', 'refund')",
    )
)
cleared = collections.Counter(rows(network, "SELECT kind, amount, currency FROM clearing"))
for name, difference in (("not cleared", done - cleared), ("cleared too often", cleared - done)):
    if difference:
        problems.append(f"{name}: {sum(difference.values())}")

for entry, currency, total in rows(
    network, "SELECT entry, currency, SUM(amount) FROM posting GROUP BY entry, currency HAVING SUM(amount) <> 0"
):
    problems.append(f"entry {entry} adds up to {total} in {currency}")
money = collections.Counter()
for _, attempt, total, currency, _ in orders:
    money[NUMERIC[currency]] += total - amounts[attempt][0] - released[attempt]
for currency in NUMERIC.values():
    [[balance]] = rows(network, f"SELECT COALESCE(SUM(held), 0) FROM card_balance WHERE currency = '{currency}'")
    [[posted]] = rows(
        network,
        "SELECT COALESCE(SUM(amount), 0) FROM posting"
        f" WHERE account LIKE 'held:%' AND currency = '{currency}'",
    )
    if not money[currency] == balance == posted:
        problems.append(f"{money[currency]} to be held, {balance} held, {posted} posted in {currency}")

print(
    json.dumps(
        {
            "orders": [row[0] for row in orders],
            "states": collections.Counter(row[1] for row in authorizations),
            "operations": sum(done.values()),
            "payments": len(rows(network, "SELECT identifier FROM network_payment")),
            "problems": problems,
        }
    )
)
