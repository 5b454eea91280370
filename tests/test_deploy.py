"""What is in deploy/: it can be read, and names only what there is."""

from __future__ import annotations

import configparser
import json
import os
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.server.browser import Browser
from tests.server.running import Running

DEPLOY = Path(__file__).parents[1] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
OPTION = re.compile(r"(?<!\S)--[a-z-]+")
VARIABLES = {"HALFTURN_DATABASE", "HALFTURN_REDIS", "HALFTURN_WORKER_SECRET"}


def read_yaml(name: str) -> Any:
    return import_module("yaml").safe_load((DEPLOY / name).read_text("utf-8"))


@cache
def options(command: str) -> set[str]:
    """The options that a command has by its own help."""
    done = subprocess.run(
        [sys.executable, "-m", "halfturn", command, "--help"],
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"} | _path(),
    )
    return set(re.findall(r"--[a-z-]+", done.stdout))


def _path() -> dict[str, str]:
    return {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}


def check_command(words: str) -> None:
    command = words.split(maxsplit=1)[0]
    assert command in ("serve", "worker")
    named = set(OPTION.findall(words))
    assert named
    assert named <= options(command), words


def test_the_compose_file_names_what_there_is() -> None:
    compose = read_yaml("compose.yaml")
    services = compose["services"]
    assert {"node1", "node2", "worker", "balancer", "postgres", "redis"} < set(services)
    for name in ("node1", "node2", "worker"):
        check_command(services[name]["command"])
        assert services[name]["restart"] == "always"
        assert set(services[name].get("environment", {})) <= VARIABLES
        assert (DEPLOY / services[name]["build"]["context"] / "pyproject.toml").is_file()
    proxy = services["balancer"]["networks"]["default"]["ipv4_address"]
    (net,) = compose["networks"]["default"]["ipam"]["config"]
    assert ip_address(proxy) in ip_network(net["subnet"])
    assert ip_address(proxy) not in ip_network(net["ip_range"])  # given to nobody by chance
    for name in ("node1", "node2"):
        assert f"--node {name}:8321 --proxy {proxy} " in services[name]["command"]
    for service in services.values():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            known = (DEPLOY / source).exists() if "/" in source else source in compose["volumes"]
            assert known, volume
        assert set(service.get("depends_on", ())) <= set(services)


def test_the_balancer_keeps_inside_what_is_for_operators_and_workers() -> None:
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert text.count("{") == text.count("}")
    assert "@inside path /metrics /worker\n\trespond @inside 404" in text
    assert "reverse_proxy node1:8321 node2:8321" in text


def test_prometheus_asks_the_nodes() -> None:
    (job,) = read_yaml("prometheus.yml")["scrape_configs"]
    (config,) = job["static_configs"]
    services = read_yaml("compose.yaml")["services"]
    assert {target.partition(":")[0] for target in config["targets"]} <= set(services)
    (source,) = read_yaml("grafana/provisioning/datasources/prometheus.yml")["datasources"]
    assert source["uid"] == "prometheus"
    assert read_yaml("grafana/provisioning/dashboards/halfturn.yml")["providers"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_units_are_hardened_and_start_again(unit: Path) -> None:
    parts = configparser.ConfigParser(interpolation=None, strict=True)
    parts.optionxform = str  # type: ignore[assignment,method-assign]
    parts.read_string(unit.read_text("utf-8"))
    service = parts["Service"]
    program, _, words = service["ExecStart"].partition(" ")
    assert program.endswith("/halfturn")
    check_command(words)
    assert service["Restart"] == "always"
    assert service["ProtectSystem"] == "strict"
    assert service["NoNewPrivileges"] == "yes"
    assert service["CapabilityBoundingSet"] == ""
    assert parts["Install"]["WantedBy"] == "multi-user.target"


def test_the_image_is_built_from_what_there_is() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    sent = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    copied = set()
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (DEPLOY.parent / source).exists(), source
            copied.add(f"!{source}")
    assert copied == {line for line in sent if line.startswith("!")}
    (command,) = re.findall(r"^CMD (.+)$", text, re.MULTILINE)
    check_command(" ".join(json.loads(command)))


def test_the_dashboard_asks_for_numbers_that_there_are(tmp_path: Path) -> None:
    dashboard = json.loads((DEPLOY / "grafana/halfturn.json").read_text("utf-8"))
    wanted = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    wanted += [each["query"] for each in dashboard["templating"]["list"]]
    asked = {name for text in wanted for name in re.findall(r"\b(?:halfturn|process)_\w+", text)}
    assert len(asked) > 20
    with Running(tmp_path, module="tests.server.quick") as server:
        text = Browser(server.port).ask("GET", "/metrics").body.decode()
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))
    for name in asked:
        base = re.sub(r"_(bucket|sum|count)$", "", name)
        assert kinds.get(name, kinds.get(base)) is not None, name
        assert name in kinds or kinds[base] == "histogram", name
    # What only several nodes have to say is there, too; it is all counted by every server.
    assert {name for name in kinds if name.startswith("halfturn_")} <= {
        re.sub(r"_(bucket|sum|count)$", "", name) for name in asked
    }
    assert re.search(r"^process_start_time_seconds \d{10}", text, re.MULTILINE)
    numbers = [panel["id"] for panel in dashboard["panels"]]
    assert len(set(numbers)) == len(numbers)
    places = [panel["gridPos"] for panel in dashboard["panels"]]
    covered = [
        (x, y)
        for place in places
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(covered) == len(set(covered)), "panels lie on one another"
    assert max(x for x, _ in covered) < 24
