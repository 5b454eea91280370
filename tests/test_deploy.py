"""What is in deploy/: it can be read, and names only what there is."""

from __future__ import annotations

import configparser
import json
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker
from typer.exceptions import TyperException
from typer.main import get_command

from halfturn.cli import app
from halfturn.commands import serve
from halfturn.core.errors import BadOptions
from tests.support.confinement import Confined, confined, why_not
from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE
from tests.support.server_process import Running

DEPLOY = Path(__file__).parents[1] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
VARIABLES = {
    "HALFTURN_DATABASE",
    "HALFTURN_HOST_NAME",
    "HALFTURN_REDIS",
    "HALFTURN_WORKER_SECRET",
}


def read_yaml(name: str) -> Any:
    return import_module("yaml").safe_load((DEPLOY / name).read_text("utf-8"))


def understood(words: str) -> dict[str, Any]:
    """What the program makes of a line of words; an error where it has no such option."""
    command, *rest = words.split()
    assert command in ("serve", "worker")
    commands: Any = get_command(app)
    found: dict[str, Any] = commands.commands[command].make_context(command, rest).params
    serve.proxies(found.get("proxy"))
    serve.host_names(found.get("host_name"))
    serve.networks(found.get("metrics_from"))
    return found


def test_a_slip_in_a_file_would_be_noticed() -> None:
    for words in ("serve --prot 8321", "serve --port many", "worker --processes 1"):
        with pytest.raises(TyperException):
            understood(words)
    with pytest.raises(BadOptions):
        understood("serve --proxy balancer")


def test_the_compose_file_names_what_there_is() -> None:
    compose = read_yaml("compose.yaml")
    services = compose["services"]
    assert {"node1", "node2", "worker", "balancer", "postgres", "redis"} < set(services)
    for name in ("node1", "node2", "worker"):
        understood(services[name]["command"])
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
    understood(words)
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
    # A container is reached at its address in a network, never as its own machine.
    assert understood(" ".join(json.loads(command)))["lan"]


def instructions() -> list[str]:
    """The Dockerfile's instructions, each on one line and without comments."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE)
    return [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]


def test_the_base_image_is_named_by_its_digest() -> None:
    bases = [line.split()[1] for line in instructions() if line.startswith("FROM ")]
    pinned = {base for base in bases if base != "scratch"}
    assert len(bases) == 3
    (base,) = pinned  # compiled modules fit the Python they were built with
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}", base)


def test_nothing_in_the_image_is_chosen_by_the_build() -> None:
    """Every installation goes by hashes, or has nothing to choose from."""
    steps = [
        step.strip()
        for line in instructions()
        if line.startswith("RUN ")
        for step in line.removeprefix("RUN ").split("&&")
    ]
    installs = [step for step in steps if re.search(r"\b(pip install|uv sync|uv add|npm)\b", step)]
    assert len(installs) == 3
    pip, sync, own = installs
    assert pip.startswith("pip install")
    assert "--require-hashes" in pip
    assert "--only-binary=:all:" in pip
    assert sync.startswith("uv sync")
    assert "--frozen" in sync
    assert "--no-build" in sync
    assert "--no-install-project" in sync
    assert own.startswith("uv pip install")
    assert "--no-deps" in own
    assert "--offline" in own
    # Debian's compiler is in the first stage alone.
    final = (DEPLOY / "Dockerfile").read_text("utf-8").rpartition("\nFROM ")[2]
    assert "apt-get" not in final
    assert "install " not in final.replace("install --directory", "")


def locked() -> dict[str, Any]:
    found = tomllib.loads((DEPLOY.parent / "uv.lock").read_text("utf-8"))
    return {package["name"]: package for package in found["package"]}


def test_what_the_image_is_built_with_is_what_the_project_asks_for() -> None:
    text = (DEPLOY / "build-requirements.txt").read_text("utf-8")
    blocks = re.findall(
        r"^([a-z0-9-]+)==(\S+) ((?:\\\n    --hash=sha256:[0-9a-f]{64} ?)+)$", text, re.M
    )
    pinned = {name: version for name, version, _ in blocks}
    assert len(pinned) == len(re.findall(r"^[^#\s]", text, re.MULTILINE))
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text("utf-8"))
    hook = runpy.run_path(str(DEPLOY.parent / "hatch_build.py"))
    asked = [
        *project["build-system"]["requires"],
        *project["tool"]["uv"]["build-constraint-dependencies"],
        *hook["COMPILERS"],
        hook["NODE"],
    ]
    for requirement in asked:
        name, _, version = re.sub(r"\[.*\]", "", requirement).partition("==")
        assert pinned[name] == version, name
    (uv,) = re.findall(
        r'^UV_VERSION = "(.+)"$', (DEPLOY.parent / "run.py").read_text("utf-8"), re.M
    )
    assert pinned["uv"] == uv
    # What a compiled module is built against is what it meets when it runs.
    for name, package in locked().items():
        if name in pinned and name in ("librt", "msgspec", "starlette", "websockets"):
            assert package["version"] == pinned[name], name


def test_the_list_of_what_is_in_the_image_is_complete(tmp_path: Path) -> None:
    """Made by the Dockerfile's own words: exactly what runs there, with versions and hashes."""
    (line,) = [line for line in instructions() if "uv export" in line]
    words = line.partition("uv export")[2].split()
    file = tmp_path / "sbom.cdx.json"
    words[words.index("--output-file") + 1] = str(file)
    folder = sorted((DEPLOY.parent / ".halfturn").glob("uv-*/bin/uv*"))
    uv = shutil.which("uv") or (str(folder[0]) if folder else "")
    if not uv:
        pytest.skip("there is no uv here: `python3 run.py` brings it")
    subprocess.run(
        [uv, "export", "--offline", *words],
        check=True,
        cwd=DEPLOY.parent,
        timeout=PATIENCE,
        stdout=subprocess.DEVNULL,
    )
    sbom = json.loads(file.read_text("utf-8"))
    assert (sbom["bomFormat"], sbom["specVersion"]) == ("CycloneDX", "1.5")
    assert sbom["metadata"]["component"]["name"] == "halfturn"
    packages, wanted = locked(), dict[str, str]()
    image = {
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "python_version": "3.12",
        "python_full_version": "3.12.14",
        "platform_machine": "x86_64",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    own = packages["halfturn"]
    waiting = [*own["dependencies"], *own["optional-dependencies"]["nodes"]]
    while waiting:
        each = waiting.pop()
        name = each["name"]
        if "marker" in each and not Marker(each["marker"]).evaluate({**image, "extra": ""}):
            continue
        package = packages[name]
        if name not in wanted:
            wanted[name] = package["version"]
            waiting += package.get("dependencies", [])
        for extra in each.get("extra", ()):
            waiting += package["optional-dependencies"][extra]
    assert {each["name"]: each["version"] for each in sbom["components"]} == wanted
    for each in sbom["components"]:
        files = packages[each["name"]]
        hashes = {wheel["hash"].removeprefix("sha256:") for wheel in files["wheels"]}
        told = {
            digest["content"]
            for reference in each["externalReferences"]
            for digest in reference["hashes"]
            if digest["alg"] == "SHA-256"
        }
        assert hashes <= told, each["name"]


def test_the_words_of_the_compose_file_need_no_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node and a worker as they are started there, but for PostgreSQL and for names of hosts."""
    if why := why_not(tmp_path):
        pytest.skip(f"a container cannot be imitated here: {why}")
    monkeypatch.setenv("HALFTURN_HOST_NAME", "play.example.org")
    services = read_yaml("compose.yaml")["services"]
    assert services["node1"]["read_only"]
    assert services["node1"]["tmpfs"] == ["/tmp"]
    secret = tmp_path / "worker-secret"
    secret.write_text("a-secret-of-the-tests")

    def words(service: str, **instead: str) -> list[str]:
        """Its words, with some replaced; those that are replaced by nothing are left out."""
        command, *rest = services[service]["command"].split()
        pairs = [
            (name, instead.get(name.strip("-"), value))
            for name, value in zip(rest[::2], rest[1::2], strict=True)
        ]
        return [command, *(word for pair in pairs if pair[1] for word in pair)]

    instead = {"secret-file": str(secret), "data": "", "port": "", "node": ""}
    _, *node = words("node1", **instead)

    async def play() -> None:
        with Confined(tmp_path, *node) as server:
            page = f"http://127.0.0.1:{server.port}"
            (*_, check) = services["node1"]["healthcheck"]["test"]
            check = check.replace("http://127.0.0.1:8321", page)
            subprocess.run([sys.executable, "-c", check], check=True, timeout=PATIENCE)
            one = Browser(server.port)
            table, _ = one.new_table(["me", "bot:casual"], options=["first_player=A"])
            joins = words("worker", **instead, join=page)
            with subprocess.Popen(
                confined(tmp_path, [sys.executable, "-m", "halfturn", *joins]),
                stdout=subprocess.DEVNULL,
            ) as worker:
                try:
                    tab = await one.open(table)
                    await tab.move_first()
                    before = tab.now["version"]
                    # There are no thinkers in the server: the answer is the worker's.
                    await tab.until(lambda now: now["version"] > before and now["question"])
                finally:
                    worker.terminate()
                    worker.wait(PATIENCE)
            assert server.stop() == 0
            assert server.complaints == ""

    run(play)
    assert (tmp_path / "tables.sqlite3").exists()


def test_the_dashboard_asks_for_numbers_that_there_are(tmp_path: Path) -> None:
    dashboard = json.loads((DEPLOY / "grafana/halfturn.json").read_text("utf-8"))
    wanted = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    wanted += [each["query"] for each in dashboard["templating"]["list"]]
    asked = {name for text in wanted for name in re.findall(r"\b(?:halfturn|process)_\w+", text)}
    assert len(asked) > 20
    with Running(tmp_path, module="tests.support.quick_server") as server:
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
