"""A complete bot. Start it by `HALFTURN_TOKEN=hb_… python first_bot.py http://localhost:8321`."""

import json
import os
import random
import sys
import time
from http.client import HTTPException
from urllib.request import Request, urlopen

API, TOKEN = sys.argv[1].rstrip("/") + "/api/v1", os.environ["HALFTURN_TOKEN"]
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}


def ask(path, body=None):
    data = json.dumps(body).encode() if body else None
    return urlopen(Request(API + path, data, HEADERS), timeout=30)


def choose(update):  # put your own idea here: update["view"] is all that the bot can see
    return random.choice(update["question"]["choices"])["text"]


def act(event):
    if event["type"] == "your_turn":
        token = event["update"]["question"]["token"]  # as the key, too: nothing is done twice
        move = {"key": token, "token": token, "answers": [choose(event["update"])]}
        ask(f"/tables/{event['table']}/bot/move", move)
    elif event["type"] == "over" and not event["match_over"]:
        ask(f"/tables/{event['table']}/bot/next", {"key": f"next-{event['number']}"})


while True:
    try:
        for line in filter(bytes.strip, ask("/bot/events")):
            act(json.loads(line))
    except (OSError, HTTPException) as error:  # too fast, too late, or the server is away
        if getattr(error, "code", 0) == 401:
            raise
    time.sleep(2)  # whoever comes back is told how things stand
