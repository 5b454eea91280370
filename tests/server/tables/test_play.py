"""Whole matches over the real protocol, by clients in their own right."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from tests.support.http_client import Browser, Json, Tab, run

NewBrowser = Callable[[], Browser]


async def two_and_a_watcher(browser: NewBrowser, **more: Json) -> tuple[Tab, Tab, Tab]:
    one, other = browser(), browser()
    one.post("/api/v1/me", {"name": "Ada"})
    other.post("/api/v1/me", {"name": "Grace"})
    table, invite = one.new_table(["me", "open"], **more)
    first = await one.open(table)
    assert first.now["status"] == "waiting"
    assert first.now["invite"] == invite
    assert other.join(table, invite).status == 200
    second = await other.open(table)
    return first, second, await browser().open(table)


async def play_out(*seats: Tab) -> None:
    """Play the running game to its end, everybody taking the first choice."""
    for seat in seats:
        await seat.until(lambda update: update["status"] == "playing")
    while asked := [seat for seat in seats if seat.now["question"]]:
        reply = await asked[0].move_first()
        assert reply["result"] == "ok", reply
        for seat in seats:
            await seat.reach(reply["version"])


@pytest.mark.parametrize("preset", ["mirror", "random", "choose", "second"])
def test_a_whole_match_by_two_with_a_watcher(browser: NewBrowser, preset: str) -> None:
    async def go() -> None:
        first, second, watcher = await two_and_a_watcher(browser, preset=preset)
        await play_out(first, second)
        assert first.now["status"] == "playing"
        assert first.now["series"]["game"] == 1
        assert first.now["series"]["games"] == 2
        secret, commitment = first.now["fair"]["secret"], first.now["fair"]["commitment"]
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
        promised = first.now["next_deal"]["commitment"]
        assert (await second.request("next"))["result"] == "ok"
        begun = await first.until(lambda update: update["series"]["game"] == 2)
        assert begun["whole"]
        assert begun["fair"]["secret"] is None
        assert begun["fair"]["commitment"] == promised
        await second.until(lambda update: update["series"]["game"] == 2)
        await play_out(first, second)
        end = first.now
        assert end["status"] == "over"
        assert end["series"]["winners"]
        await watcher.until(lambda update: update["version"] == end["version"])
        assert watcher.now["view"]["scores"] == end["view"]["scores"]
        assert all(update["question"] is None for update in watcher.updates)
        assert all(update["invite"] is None for update in watcher.updates)
        assert [seat["name"] for seat in watcher.now["seats"]] == ["Ada", "Grace"]

    run(go)


def test_a_game_against_the_bot(browser: NewBrowser) -> None:
    async def go() -> None:
        one = browser()
        table, invite = one.new_table(["me", "bot:greedy"], games=1)
        assert invite == ""
        tab = await one.open(table)
        while tab.now["status"] == "playing":
            if tab.now["question"]:
                version = (await tab.move_first())["version"]
                await tab.reach(version)
            if tab.now["status"] == "playing" and not tab.now["question"]:
                await tab.update()
        assert tab.now["seats"][1] == {
            "kind": "bot",
            "name": "Greedy",
            "here": True,
            "you": False,
            "owner": False,
            "stand_in": None,
            "of": None,
        }
        (listed,) = one.get("/api/v1/tables")
        assert listed["status"] == "over"
        assert listed["scores"] == tab.now["view"]["scores"]

    run(go)


def test_a_game_against_a_bot_that_thinks_in_another_process(browser: NewBrowser) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:strong"], games=1)
        tab = await one.open(table)
        while tab.now["status"] == "playing":
            if tab.now["question"]:
                await tab.reach((await tab.move_first())["version"])
            if tab.now["status"] == "playing" and not tab.now["question"]:
                await tab.update()
        (listed,) = one.get("/api/v1/tables")
        assert listed["status"] == "over"

    run(go)


def test_four_seats_with_bots_and_two_people(browser: NewBrowser) -> None:
    async def go() -> None:
        one, other = browser(), browser()
        table, invite = one.new_table(["bot:random", "me", "open", "bot:random"])
        first = await one.open(table)
        assert other.join(table, invite).status == 200
        second = await other.open(table)
        await first.until(lambda update: update["status"] == "playing")
        tabs = {1: first, 2: second}
        while first.now["status"] != "over":
            asked = first.now["view"]["to_decide"]
            if asked in tabs:
                tab = tabs[asked]
                version = first.now["version"]
                await tab.reach(version)
                if tab.now["question"]:
                    await tab.move_first()
            await first.update()
        assert [seat["name"] for seat in first.now["seats"]] == [
            "Random 1",
            "Player 1",
            "Player 2",
            "Random 2",
        ]

    run(go)


def test_giving_up_and_a_rematch(browser: NewBrowser) -> None:
    async def go() -> None:
        first, second, _ = await two_and_a_watcher(browser)
        reply = await second.request("resign", key="enough")
        assert reply["result"] == "ok"
        assert (await second.request("resign", key="enough"))["result"] == "dup"
        over = await first.until(lambda update: update["status"] == "over")
        assert over["resigned"] == 1
        assert [each["words"] for each in over["happenings"]] == ["Grace gave up."]
        assert over["series"]["winners"] == [0]
        assert over["question"] is None
        assert (await first.request("resign"))["result"] == "illegal"
        replies = [await first.request("next"), await second.request("next")]
        assert [reply["result"] for reply in replies] == ["ok", "stale"]
        again = await first.until(lambda update: update["status"] == "playing")
        assert again["resigned"] is None
        assert again["series"] == {"game": 1, "games": 2, "totals": [0, 0], "winners": []}
        await second.until(lambda update: update["status"] == "playing")
        await play_out(first, second)
        assert (await first.request("next"))["result"] == "ok"
        for tab in (first, second):
            await tab.until(lambda update: update["series"]["game"] == 2)
        await play_out(first, second)
        totals = first.now["series"]["totals"]
        assert (await first.request("next"))["result"] == "ok"
        longer = await second.until(lambda update: update["series"]["game"] == 3)
        assert longer["series"]["games"] == 4
        assert longer["series"]["totals"] == totals

    run(go)


def test_what_is_sent_twice_late_or_wrongly(browser: NewBrowser) -> None:
    async def go() -> None:
        first, second, watcher = await two_and_a_watcher(browser)
        for tab in (first, second):
            await tab.until(lambda update: update["status"] == "playing")
        asked, other = (first, second) if first.now["question"] else (second, first)
        token = asked.now["question"]["token"]
        good = asked.now["question"]["choices"][0]["text"]
        version = asked.now["version"]

        nonsense = await asked.move("0123@40,40")
        assert nonsense["result"] == "illegal"
        assert nonsense["text"]
        assert (await asked.move("gibberish"))["result"] == "illegal"
        assert (await asked.request("move", token=token, answers=[]))["result"] == "illegal"
        assert (await asked.move(good, "0123@1,0"))["result"] == "illegal"
        assert (await asked.move(good, token="1.77"))["result"] == "stale"
        reply = await other.request("move", token="1.0", answers=[good])
        assert (reply["result"], reply["text"]) == ("illegal", "it is not your turn")
        reply = await watcher.request("move", token=token, answers=[good])
        assert reply["result"] == "illegal"
        for wish in ("resign", "next"):
            assert (await watcher.request(wish))["result"] == "illegal"
        assert (await asked.request("next"))["result"] == "stale"

        reply = await asked.move(good, key="the-one")
        assert (reply["result"], reply["version"]) == ("ok", version + 1)
        again = await asked.move(good, key="the-one", token=token)
        assert (again["result"], again["version"]) == ("dup", version + 1)
        late = await asked.move(good, token=token)
        assert late["result"] == "stale"
        # The same key from another seat is another request.
        await other.until(lambda update: update["question"])
        assert (await other.move_first(key="the-one"))["result"] == "ok"

    run(go)


def test_a_turn_of_several_answers_is_looked_at_before_any_is_sent(browser: NewBrowser) -> None:
    async def go() -> None:
        one = browser()
        options = ["first_player=A", "hands=dealt"]
        table, _ = one.new_table(["me", "bot:random"], game="sellswords", options=options)
        tab = await one.open(table)
        version, question = tab.now["version"], tab.now["question"]
        assert question["kind"] == "turn"
        token = question["token"]
        before: list[str] = []
        kind, choices = question["kind"], question["choices"]
        while choices:
            answer = choices[-1]["text"]
            shown = await tab.request("preview", token=token, answer=answer, before=before)
            assert shown["type"] == "preview"
            # What follows is told as long as nothing has happened.
            assert bool(shown["happenings"]) != bool(shown["then"])
            kind, choices = shown["kind"], shown["then"]
            before.append(answer)
        assert kind == ""
        assert shown["happenings"][0]["event"]["type"] == "placed"
        # An answer that does something cannot be looked past.
        past = await tab.request("preview", token=token, answer="yes", before=before)
        assert past["result"] == "illegal"
        many = await tab.request("preview", token=token, answer="yes", before=["no"] * 64)
        assert many["result"] == "illegal"
        assert tab.now["version"] == version
        assert (await tab.request("move", token=token, answers=before))["result"] == "ok"

    run(go)


def test_a_preview_tells_and_changes_nothing(browser: NewBrowser) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
        tab = await one.open(table)
        token, choice = tab.now["question"]["token"], tab.now["question"]["choices"][0]["text"]
        shown = await tab.request("preview", token=token, answer=choice)
        assert shown["type"] == "preview"
        assert shown["scores"] == [6, 0]
        assert shown["happenings"][0]["event"]["type"] == "placed"
        refused = await tab.request("preview", token=token, answer="what?")
        assert (refused["type"], refused["result"]) == ("reply", "illegal")
        assert (await tab.request("preview", token="9.9", answer=choice))["result"] == "stale"
        assert (await tab.move(choice))["result"] == "ok"

    run(go)


def test_several_tabs_of_one_seat_show_the_same(browser: NewBrowser) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
        tabs = [await one.open(table) for _ in range(3)]
        await tabs[0].move_first()
        end = await tabs[0].until(lambda update: update["version"] > 9 and update["question"])
        for tab in tabs[1:]:
            await tab.until(lambda update: update["version"] == end["version"])
            assert tab.now == end

    run(go)


def test_who_is_here_is_shown(browser: NewBrowser) -> None:
    async def go() -> None:
        first, second, _ = await two_and_a_watcher(browser)
        await first.until(lambda update: update["seats"][1]["here"])
        version = first.now["version"]
        await second.close()
        gone = await first.until(lambda update: not update["seats"][1]["here"])
        assert (gone["version"], gone["happenings"], gone["whole"]) == (version, [], False)

    run(go)


def test_coming_back_brings_exactly_what_was_missed(browser: NewBrowser) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:random"], preset="random")
        steady = await one.open(table)
        told = list(steady.now["happenings"])
        seen, patched = steady.now["version"], list(told)
        while steady.now["status"] == "playing" and steady.now["series"]["game"] == 1:
            if steady.now["question"]:
                await steady.move_first()
            elif steady.now["view"]["winners"]:
                break
            told += (await steady.update())["happenings"]
            tab = await one.open(table, seen=seen)
            # Meanwhile the bot may have gone on: only what both know is compared.
            assert not tab.now["whole"]
            patched += tab.now["happenings"]
            seen = tab.now["version"]
            await tab.close()
            while steady.now["version"] < seen:
                told += (await steady.update())["happenings"]
            assert patched == told
        whole = await one.open(table)
        assert whole.now["whole"]
        assert whole.now["happenings"] == told
        for odd in (-5, 10**6, 1):
            tab = await one.open(table, seen=odd)
            assert tab.now["whole"]
            assert tab.now["happenings"] == told

    run(go)
