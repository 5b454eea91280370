"""The arena: bots play each other, many times, so that "stronger" is known and not felt."""
