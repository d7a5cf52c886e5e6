# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""How the action installs reviewbot, and what it says when it cannot."""
import shutil

from actions.machine import ECHO, REPOSITORY, VERSION, ActionTestCase, digest

# The programs of the action's scripts.
SYSTEM = (
    "bash", "env", "curl", "tar", "xz", "xargs", "awk", "sed", "sort", "tail", "head", "cut", "uname", "getconf", "sha256sum", "mktemp",
    "mkdir", "mv", "rm", "dirname", "tr", "od", "grep", "cat",
)


class InstallationTests(ActionTestCase):
    def install(self, job=None, **inputs):
        settings = {"command": "install", "mirror": self.releases.url, "checksum": self.checksum} | inputs
        return (job or self.job()).run(**settings)

    def setUp(self):
        super().setUp()
        self.checksum = self.releases.publish(ECHO)

    def assertRefused(self, outcome, *sentences):
        self.assertNotEqual(outcome.status, 0, outcome.log)
        self.assertEqual([name for name, *_ in outcome.commands()], ["error"], outcome.log)
        for sentence in sentences:
            self.assertIn(sentence, outcome.errors[0])
        self.assertNothingInstalled(outcome)

    def test_installs_the_version_of_the_action_and_puts_it_on_the_path(self):
        outcome = self.install()
        place = self.folder / "runner/reviewbot" / f"{VERSION}-x86_64"
        self.assertEqual(outcome.status, 0, outcome.log)
        self.assertTrue(outcome.environment["PATH"].startswith(f"{place}/bin:"))
        self.assertEqual(outcome.outputs["version"], VERSION)
        self.assertEqual([path.name for path in (self.folder / "runner").iterdir()], ["reviewbot"])
        self.assertEqual(outcome.uses, [])
        self.assertEqual(outcome.summary, "")

    def test_installs_a_second_time_in_the_same_job(self):
        job = self.job()
        self.assertEqual([self.install(job).status, self.install(job).status], [0, 0])

    def test_installs_another_version_by_its_checksum_with_and_without_v(self):
        checksum = self.releases.publish(ECHO, version="7.8.9")
        for version in ("7.8.9", "v7.8.9"):
            self.assertEqual(self.install(version=version, checksum=checksum).outputs["version"], "7.8.9")

    def test_verifies_with_the_checksums_of_the_action(self):
        action = self.folder / "action"
        for name in ("action.yml", "Packaging/action", "Packaging/version", "Sources/ReviewContract/ProgramVersion.swift"):
            source, target = REPOSITORY / name, action / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
        checksums = action / "Packaging/action/checksums"
        text = checksums.read_text()
        checksums.write_text(f"{text}{self.checksum}  reviewbot-{VERSION}-linux-x86_64.tar.xz\n")
        self.assertIn("the checksum in this version of the action", self.install(self.job(action=action), checksum="").log)
        checksums.write_text(f"{text}{'0' * 64}  reviewbot-{VERSION}-linux-x86_64.tar.xz\n")
        self.assertNotEqual(self.install(self.job(action=action), checksum="").status, 0)

    def test_verifies_an_archive_without_checksum_by_its_attestation(self):
        calls = self.folder / "calls"
        programs = self.program("gh", f'printf "%s\\n" "$GH_TOKEN" "$@" >{calls}')
        outcome = self.install(self.job(first=[programs]), checksum="")
        self.assertEqual(outcome.status, 0, outcome.log)
        words = calls.read_text().splitlines()
        self.assertEqual(words[:3], ["token-of-the-job", "attestation", "verify"])
        self.assertEqual(words[4:], [
            "--repo", "reviewbot/reviewbot", "--source-ref", f"refs/tags/v{VERSION}", "--deny-self-hosted-runners",
            "--signer-workflow", "reviewbot/reviewbot/.github/workflows/release.yml"])

    def test_refuses_an_archive_without_attestation(self):
        programs = self.program("gh", "echo 'Error: no attestations found' >&2; exit 1")
        self.assertRefused(self.install(self.job(first=[programs]), checksum=""), "Error: no attestations found", "set the input checksum")

    def test_refuses_an_archive_that_nothing_verifies(self):
        self.assertRefused(
            self.install(self.job(path=str(self.only(*SYSTEM))), checksum=""), "gh is not installed", "set the input checksum")

    def test_refuses_another_checksum(self):
        self.assertRefused(self.install(checksum="0" * 64), f"its SHA-256 is {self.checksum}", "run the job again")

    def test_refuses_a_malformed_checksum(self):
        for checksum in ("latest", "0" * 63, f"{self.checksum}\n{self.checksum}", "$(id)"):
            self.assertRefused(self.install(checksum=checksum), "the input checksum is not a SHA-256")

    def test_refuses_a_version_without_release(self):
        self.assertRefused(self.install(version="9.9.9"), "cannot install reviewbot 9.9.9", "does not exist", "set the input version")

    def test_refuses_what_is_no_version(self):
        for version in ("latest", "../../1.0.0", "1.0.0; touch pwned", "1.0", "1.0.0\n::error::x", "-rf"):
            self.assertRefused(self.install(version=version), "is not a version; set the input version")
        self.assertFalse((self.workspace / "pwned").exists())

    def test_refuses_an_unknown_command(self):
        for command in ("deploy", "check lint", "Check", "", "lint; touch pwned"):
            self.assertRefused(self.install(command=command), "unknown command", "set the input command to check, lint, coverage or install")

    def test_refuses_an_address_with_another_scheme(self):
        for mirror in ("file:///etc", "-o/tmp/x", "releases", "https://a b"):
            self.assertRefused(self.install(mirror=mirror), "is not an address; set the input mirror")

    def test_says_that_there_is_no_network(self):
        for mirror in ("http://127.0.0.1:9", "http://releases.invalid"):
            self.assertRefused(self.install(self.patient(0), mirror=mirror), f"cannot download {mirror}/v{VERSION}", "check the runner's network")

    def test_says_that_the_server_failed(self):
        self.assertRefused(
            self.install(self.patient(0), mirror=f"{self.releases.url}/damaged/status"), "the server answered 503", "run the job again later")

    def test_says_that_the_connection_ended_early(self):
        self.assertRefused(self.install(self.patient(0), mirror=f"{self.releases.url}/damaged/cut"), "cannot download", "check the runner's network")

    def patient(self, retries):
        """A job whose curl tries again less often, and is otherwise the system's."""
        return self.job(first=[self.program("curl", f'exec /usr/bin/curl "$@" --retry {retries}')])

    def test_refuses_other_machines(self):
        programs = self.program("uname", '[ "$1" = -s ] && echo Linux || echo riscv64')
        self.assertRefused(
            self.install(self.job(first=[programs])), "cannot install reviewbot on riscv64", "there are releases for x86_64 and aarch64")

    def test_installs_the_archive_of_the_machine(self):
        checksum = self.releases.publish(ECHO, machine="aarch64")
        programs = self.program("uname", '[ "$1" = -s ] && echo Linux || echo aarch64')
        outcome = self.install(self.job(first=[programs]), checksum=checksum)
        self.assertIn("-linux-aarch64.tar.xz", outcome.log)
        self.assertEqual(outcome.status, 0, outcome.log)

    def test_refuses_other_kernels(self):
        programs = self.program("uname", "echo Darwin")
        self.assertRefused(self.install(self.job(first=[programs])), "cannot install reviewbot on Darwin", "use runs-on: ubuntu-24.04")

    def test_refuses_an_old_glibc_and_a_system_without(self):
        for version in ("2.31", "2.4", "2.33"):
            programs = self.program("getconf", f"echo glibc {version}")
            self.assertRefused(self.install(self.job(first=[programs])), f"this system has glibc {version}", "Ubuntu 22.04 or later")
        programs = self.program("getconf", "echo 'getconf: GNU_LIBC_VERSION: unknown variable' >&2; exit 1")
        self.assertRefused(self.install(self.job(first=[programs])), "this system has no glibc")

    def test_accepts_newer_glibcs(self):
        for version in ("2.34", "2.39", "2.100", "3.0"):
            programs = self.program("getconf", f"echo glibc {version}")
            self.assertEqual(self.install(self.job(first=[programs])).status, 0, version)

    def test_names_the_packages_that_a_container_lacks(self):
        path = str(self.only(*(name for name in SYSTEM if name not in ("curl", "xz"))))
        self.assertRefused(self.install(self.job(path=path)), "curl xz-utils missing", "apt-get install -y ca-certificates curl xz-utils")

    def test_refuses_a_program_that_does_not_start(self):
        checksum = self.releases.publish("", printed="\"; echo 'libfoo.so.1: cannot open shared object file' >&2; exit 127; echo \"")
        self.assertRefused(self.install(checksum=checksum), "cannot start reviewbot on this system: libfoo.so.1", "use Debian 12")

    def test_refuses_an_archive_of_another_version(self):
        checksum = self.releases.publish(ECHO, printed="0.0.9")
        self.assertRefused(self.install(checksum=checksum), "it contains reviewbot 0.0.9")

    def test_refuses_an_archive_that_cannot_be_unpacked(self):
        self.releases.place().write_bytes(b"not an archive")
        self.assertRefused(self.install(checksum=digest(self.releases.place())), "cannot unpack", "free space")

    def test_stops_if_the_disk_is_full(self):
        programs = self.program("tar", "echo 'tar: reviewbot: Cannot write: No space left on device' >&2; exit 2")
        self.assertRefused(self.install(self.job(first=[programs])), "No space left on device")
