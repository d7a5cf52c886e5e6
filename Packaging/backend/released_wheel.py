# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""The build backend of pyproject.toml: provides the wheel of this version instead of building it, which takes half an hour and a
Swift toolchain.

The checksums of the repository, the same as those of the GitHub Action, are part of the commit that a user names, for example with
`rev` of pre-commit: with them, a release whose files were replaced is refused. They cannot be in the tag of the release itself,
because the program contains the commit that it was built from; they follow in a later commit. With the tag, the release's own
SHA256SUMS detects incomplete and damaged downloads. It is read over https, and trusts the server as the clone did.
"""
import hashlib
import http.client
import os
import platform
import shutil
import subprocess
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

REPOSITORY = Path(__file__).resolve().parents[2]
RELEASES = "https://github.com/reviewbot/reviewbot/releases/download"
CHECKSUMS = REPOSITORY / "Packaging/action/checksums"
MACHINES = ["x86_64", "aarch64"]
TIMEOUT = 60
LARGEST = 512 * 1024 * 1024
FROM_SOURCE = "build it from source (Documentation/installing.md)"


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    check_machine()
    name = f"reviewbot-{version()}-py3-none-manylinux_2_34_{platform.machine()}.whl"
    target = Path(wheel_directory) / name
    partial = target.with_name(f"{name}.partial")
    try:
        provide(name, partial)
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)
    return name


def build_sdist(sdist_directory, config_settings=None):
    fail("cannot make a source distribution: reviewbot is not a Python package; use a clone of its repository")


def fail(message):
    raise SystemExit(message)


def check_machine():
    system, machine = platform.system(), platform.machine()
    if system != "Linux" or machine not in MACHINES:
        fail(f"cannot install reviewbot on {system} {machine}: there is a program for Linux on {' and '.join(MACHINES)} only; {FROM_SOURCE}")
    library, number = platform.libc_ver()
    if library != "glibc":
        fail(f"cannot install reviewbot with another C library than glibc: {FROM_SOURCE}")
    if tuple(int(part) for part in number.split(".")[:2]) < (2, 34):
        fail(f"cannot install reviewbot with glibc {number}: it needs 2.34 or later; use Debian 12, Ubuntu 22.04 or later")


def version():
    return subprocess.run([REPOSITORY / "Packaging/version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def provide(name, partial):
    """Copies or downloads the wheel, and checks it."""
    given, built = os.environ.get("REVIEWBOT_WHEEL"), REPOSITORY / "dist" / name
    if given or built.is_file():
        copy(Path(given) if given else built, name, partial)
    else:
        download(name, partial)


def copy(wheel, name, partial):
    if wheel.name != name:
        fail(f"cannot install {wheel}: this clone is of {name}; set REVIEWBOT_WHEEL to that file")
    try:
        shutil.copyfile(wheel, partial)
        sums = wheel.with_name("SHA256SUMS")
        listed = sums.read_text() if sums.is_file() else ""
    except (OSError, UnicodeDecodeError) as error:
        fail(f"cannot read {wheel} and its checksum: {reason(error)}; correct REVIEWBOT_WHEEL")
    expected = checksum(listed, name)
    if expected:
        compare(partial, name, expected, sums)


def download(name, partial):
    base = os.environ.get("REVIEWBOT_RELEASES", RELEASES).rstrip("/")
    folder = f"{base}/v{version()}"
    expected, source = checksum(CHECKSUMS.read_text(), name), CHECKSUMS
    if not expected:
        source = f"{folder}/SHA256SUMS"
        if urlsplit(source).scheme not in ("https", "file"):
            fail(f"cannot verify {name}: {CHECKSUMS.name} does not list it, and {source} is not https; set REVIEWBOT_RELEASES to an https URL")
        listed = partial.with_name("SHA256SUMS.partial")
        try:
            fetch(source, listed)
            expected = checksum(listed.read_text(errors="replace"), name)
        finally:
            listed.unlink(missing_ok=True)
        if not expected:
            fail(f"cannot verify {name}: {source} does not list it; {FROM_SOURCE}")
    fetch(f"{folder}/{name}", partial)
    compare(partial, name, expected, source)


def fetch(url, target):
    size = 0
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT) as response, open(target, "wb") as file:
            # A redirection must not give up what https guarantees.
            if url.startswith("https:") and not response.geturl().startswith("https:"):
                fail(f"cannot download {url}: it redirects to {response.geturl()}, which is not https; try again later")
            while block := response.read(1 << 20):
                size += len(block)
                if size > LARGEST:
                    fail(f"cannot download {url}: it is larger than {LARGEST >> 20} MiB; check REVIEWBOT_RELEASES")
                file.write(block)
    except urllib.error.HTTPError as error:
        remedy = "check out the tag of a release" if error.code == 404 else "try again later"
        fail(f"cannot download {url}: HTTP status {error.code}; {remedy}, or set REVIEWBOT_WHEEL to a wheel of this version")
    # http.client's errors and those of URLs without a host are of other types.
    except (OSError, ValueError, http.client.HTTPException) as error:
        fail(f"cannot download {url}: {reason(error)}; check the network, or set REVIEWBOT_WHEEL to a wheel of this version")


def reason(error):
    cause = getattr(error, "reason", error)
    return str(getattr(cause, "strerror", None) or cause) or type(cause).__name__


def checksum(text, name):
    """The checksum of a file in the output of `sha256sum`."""
    for line in text.splitlines():
        words = line.split()
        if len(words) == 2 and words[1].lstrip("*") == name and len(words[0]) == 64:
            return words[0].lower()
    return None


def compare(file, name, expected, source):
    digest = hashlib.sha256()
    with open(file, "rb") as content:
        while block := content.read(1 << 20):
            digest.update(block)
    if digest.hexdigest() != expected:
        fail(f"cannot install {name}: its SHA-256 is {digest.hexdigest()}, and {source} lists {expected}; download it again, and report it if that persists")
