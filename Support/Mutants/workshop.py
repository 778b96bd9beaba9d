"""A copy of a Swift package in which bugs are planted, built and tested."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

MEMORY = "/dev/shm"
KILLED, SURVIVED, UNBUILT = "killed", "survived", "does not build"


class Workshop:
    """The copy of a package, its build and the tests that judge it.

    Each of `tests` is a filter, the quickest first; all but the last run without PostgreSQL.
    """

    def __init__(self, package, folder, paths, targets, tests):
        self.tree = folder / "tree"
        self.build_folder = folder / "build"
        self.tests = tests
        # How long the tests of each filter may take. Units: seconds.
        self.limits = dict.fromkeys(tests, 60)
        self.tree.mkdir(parents=True, exist_ok=True)
        self.copy(package, paths)
        self.trim(targets)

    def copy(self, package, paths):
        """Brings the copy up to date; what did not change keeps its time, so it is not rebuilt."""
        wanted = set(paths)
        for path in wanted:
            source, target = package / path, self.tree / path
            if path == "Package.swift" or not source.is_file():
                continue
            if not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
        for folder in ("Sources", "Tests"):
            for target in (self.tree / folder).rglob("*"):
                if target.is_file() and str(target.relative_to(self.tree)) not in wanted:
                    target.unlink()
        self.manifest = (package / "Package.swift").read_text()

    def trim(self, targets):
        """Leaves only the test targets that are asked, without programs, and lets the compiler warn."""
        names = ", ".join(f'"{name}"' for name in targets)
        manifest = re.sub(r"\.treatAllWarnings\(as: \.error\),?", "", self.manifest)
        manifest += f"\npackage.targets.removeAll {{ $0.type == .test && ![{names}].contains($0.name) }}\n"
        manifest += 'package.targets.removeAll { $0.type == .executable && $0.name.hasPrefix("quince") }\n'
        manifest += 'package.products.removeAll { $0.name == "quince" }\n'
        place = self.tree / "Package.swift"
        if not place.exists() or place.read_text() != manifest:
            place.write_text(manifest)

    def run(self, arguments, seconds, variables=None):
        """The exit status and the output of a Swift command, ended at the first test that fails; None where it took
        too long."""
        # Tests that are ended leave their databases behind: gigabytes in a few runs.
        scratch = tempfile.mkdtemp(prefix="quince-mutants-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
        os.chmod(scratch, 0o755)
        process = subprocess.Popen(
            ["swift", *arguments, "--package-path", str(self.tree), "--scratch-path", str(self.build_folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, "TMPDIR": scratch, **(variables or {})},
            start_new_session=True,
        )
        # The tests run in a group of their own, and a bug may make them hang.
        limit = threading.Timer(seconds, end_session, [process.pid])
        limit.start()
        lines = []
        try:
            for line in process.stdout:
                lines.append(line)
                if line.startswith("✘ Test "):
                    return 1, "".join(lines)
            status = process.wait()
            return (None if limit.finished.is_set() else status), "".join(lines)
        finally:
            limit.cancel()
            end_session(process.pid)
            process.wait()
            shutil.rmtree(scratch, ignore_errors=True)

    def build(self):
        return self.run(["build", "--build-tests"], 3_600)

    def test(self):
        """Runs the tests of each filter, up to the first that fails. Returns the times that they took, too."""
        times = {}
        for tests in self.tests:
            variables = {} if tests == self.tests[-1] else {"QUINCE_TEST_DATABASES": "SQLite"}
            started = time.monotonic()
            status, output = self.run(["test", "--skip-build", "--filter", tests], self.limits[tests], variables)
            times[tests] = time.monotonic() - started
            if status != 0:
                break
            if not re.search(r"Test run with [1-9]\d* tests?", output):
                return 1, f"no test runs for {tests}", times
        return status, output, times

    def prepare(self):
        """Builds and tests without a bug; the times that it takes bound what a bug may take."""
        status, output = self.build()
        if status != 0:
            return f"the copy does not build:\n{tail(output)}"
        self.limits = dict.fromkeys(self.tests, 1_800)
        status, output, times = self.test()
        if status != 0:
            return f"the tests fail without a bug:\n{tail(output)}"
        self.limits = {tests: 30 + 3 * seconds for tests, seconds in times.items()}
        return None

    def judge(self, mutant):
        """What becomes of one bug. The file is put back whatever happens."""
        place = self.tree / mutant.path
        source = place.read_text()
        try:
            place.write_text(mutant.apply(source))
            status, _ = self.build()
            if status != 0:
                return UNBUILT
            status, _, _ = self.test()
            return SURVIVED if status == 0 else KILLED
        finally:
            place.write_text(source)


def end_session(session):
    """Ends every process that was started in a session."""
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                os.kill(int(entry.name), signal.SIGKILL)
        except (OSError, IndexError):
            continue  # It has ended by itself.


def tail(output):
    lines = [line for line in output.splitlines() if re.search(r"error|✘|failed", line)]
    return "\n".join((lines or output.splitlines())[-12:])


def tracked(package):
    """The files of a package that are committed or about to be."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=package, capture_output=True, text=True, check=True).stdout
    return [path for path in listing.splitlines() if (pathlib.Path(package) / path).is_file()]
