"""Exact play at the end of Swirling Heroes; the long runs are `python -m tests.bots.exact`."""

from tests.bots.exact import as_second, compare, regret


def test_another_search_finds_the_same_leads() -> None:
    compare(5, 20)
    compare(6, 4)


def test_expert_loses_nothing_where_the_end_is_in_sight() -> None:
    assert regret("search:1000000", 5, 5) == 0


def test_the_second_player_does_not_lose_a_mirrored_game_to_casual() -> None:
    assert as_second("search:3000", 3)[1] == 0
