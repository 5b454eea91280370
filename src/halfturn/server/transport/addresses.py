"""IP addresses: as whose they count for rate limits, and which of them are public."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import Final

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
V6: Final = ipaddress.ip_network("2000::/3")
"""All that is given out for hosts of the public IPv6; whatever lies outside has some other use."""
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
TRANSLATED: Final = ipaddress.ip_network("::ffff:0:0:0/96")
NOT_PUBLIC: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # of protocols themselves
        "192.88.99.0/24",  # relays of 6to4
        "2001::/23",  # of protocols themselves, Teredo among them
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "3fff::/20",  # documentation
    )
)
"""What no server on the Internet has, whether or not this Python knows it."""


def is_address(host: str) -> bool:
    """Whether a host is given by its IP address."""
    return _address(host) is not None


def is_loopback(host: str) -> bool:
    """Whether an address is the machine's own; not for others that only lead there."""
    found = _address(host)
    return found is not None and found.is_loopback


def is_public(host: str) -> bool:
    """Whether an address belongs to the public Internet."""
    found = _address(host)
    if isinstance(found, ipaddress.IPv6Address):
        if found in NAT64:  # how a network without IPv4 reaches it
            found = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        elif found not in V6 or found.scope_id is not None:
            return False
    if found is None or found.is_multicast or not found.is_global:
        return False
    return not any(found in network for network in NOT_PUBLIC)


@lru_cache(4096)
def counted_as(host: str) -> str:
    """Everybody for whom this returns the same shares a rate limit.

    An IPv4 address stands for itself, however IPv6 spells it. Of IPv6 the first 64 bits count,
    since nobody is given less.
    """
    found = _address(host)
    if isinstance(found, ipaddress.IPv6Address):
        inside = _ipv4_in(found)
        if inside is None:
            return str(ipaddress.IPv6Address(int(found) >> 64 << 64)) + "/64"
        found = inside
    return host if found is None else str(found)


def _ipv4_in(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address whose owner has this one, too."""
    if address in NAT64 or address in TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return (
        address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
    )


def _address(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
