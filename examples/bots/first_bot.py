"""A complete bot: it sits where it is put, and answers anything that the rules allow.

HALFTURN_TOKEN=hb_… python first_bot.py http://localhost:8321
"""

import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.request

SERVER, TOKEN = sys.argv[1].rstrip("/"), os.environ["HALFTURN_TOKEN"]


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{SERVER}/api/v1{path}", data, headers)
    while True:
        try:
            return urllib.request.urlopen(request)
        except urllib.error.HTTPError as refused:
            if refused.code == 429:  # too fast: wait as long as the server says
                time.sleep(int(refused.headers.get("Retry-After", 1)))
            elif refused.code == 409:  # too late: the next line tells how things stand
                return None
            else:
                raise


def lines(path):
    with ask(path) as stream:
        yield from (json.loads(line) for line in stream if line.strip())


def choose(update):
    """Put your own idea here: `update["view"]` is all that the bot can see."""
    return random.choice(update["question"]["choices"])["text"]


def play(table):
    for update in lines(f"/tables/{table}/bot/stream"):
        if update["type"] == "update" and update["question"]:
            token = update["question"]["token"]  # as the key, too: nothing is done twice
            move = {"key": token, "token": token, "answers": [choose(update)]}
            ask(f"/tables/{table}/bot/move", move)
        elif update.get("status") == "over":
            break
    playing.discard(table)


playing = set()
for event in lines("/bot/events"):
    table = event.get("table")
    if event["type"] == "begun" and table not in playing:
        playing.add(table)
        threading.Thread(target=play, args=[table], daemon=True).start()
    elif event["type"] == "over" and not event["match_over"]:
        ask(f"/tables/{table}/bot/next", {"key": f"next-{event['number']}"})
