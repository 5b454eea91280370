"""What each hero of Sellswords is worth, learnt from games: for the bots, and for designers.

    python -m lab.worths --games 4000 --file worths.jsonl

Plays games between searching players, as `samples` says, and fits to them (`fit`) what the bots'
judgement adds up: tiles, lines, weak sides, tiles in hand, the turn, and every hero in hand and on
the field. The numbers are printed as they stand in `games/sellswords/bots/weights.py`, and each
hero's with how far it may be off. A card file of the owner's counts, so the same command tells
what a new hero is worth.
"""
