// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

/// A configuration for containers on this machine.
struct ContainerSetting: Sendable, CustomTestStringConvertible {
  enum System: Sendable {
    case folder(String)
    /// An archive of a root file system, which is imported as an image.
    case archive(String)
  }

  let isRoot: Bool
  let system: System
  var runtime: String?

  var testDescription: String {
    let kind = if case .folder = system { "a folder" } else { "an image" }
    return "\(isRoot ? "root" : "a user"), \(kind)\(runtime.map { ", \($0)" } ?? "")"
  }

  /// The harmless gain: gVisor lists the mounts that it made itself.
  var gains: [String] { runtime == nil ? [] : ["sees what is mounted"] }

  // MARK: - What this machine can do

  private static let rootVariable = "REVIEWBOT_CONTAINER_ROOT"
  private static let archiveVariable = "REVIEWBOT_CONTAINER_ARCHIVE"
  private static let runtimeVariable = "REVIEWBOT_CONTAINER_RUNTIME"

  private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  /// The reason why there are none, with the remedy.
  static var isMissing: String {
    guard FinishedCommand.succeeds(["podman", "--version"]) else {
      return "there is no podman: apt-get install podman uidmap"
    }
    guard let root = variable(rootVariable) else {
      return "\(rootVariable) is not set: Tests/Containers/prepare makes a root file system, as root"
    }
    return "podman starts no container from \(root): reviewbot doctor --sandbox-image \(root) says why"
  }

  static let possible: [ContainerSetting] = {
    guard FinishedCommand.succeeds(["podman", "--version"]), let root = variable(rootVariable) else { return [] }
    let systems = [.folder(root)] + (variable(archiveVariable).map { [System.archive($0)] } ?? [])
    let isRoot = geteuid() == 0
    var settings = systems.map { ContainerSetting(isRoot: isRoot, system: $0) }
    // Root can run as an ordinary user, which needs a range of ids for podman.
    if isRoot, canBeUser {
      settings += systems.map { ContainerSetting(isRoot: false, system: $0) }
    }
    if isRoot, let runtime = variable(runtimeVariable) {
      settings.append(ContainerSetting(isRoot: true, system: .folder(root), runtime: runtime))
    }
    settings = settings.filter(\.isUsable)
    // A review in each takes minutes.
    return Soak.isLong ? settings : Array(settings.prefix(1))
  }()

  /// Root and a user, with podman's own runtime.
  static let common = possible.filter { setting in
    if case .folder = setting.system { setting.runtime == nil } else { false }
  }

  /// Whether a user can execute the program, and the programs by which podman maps ids.
  private static var canBeUser: Bool {
    let program = RunningExecutable.path.removingLastComponent().appending("reviewbot").string
    let user = ["setpriv", "--reuid", "61234", "--regid", "61234", "--clear-groups"]
    return ["/usr/bin/newuidmap", "/usr/bin/newgidmap", program].allSatisfy { path in
      FinishedCommand.succeeds(user + ["test", "-x", path])
    }
  }

  /// Whether the folder or the archive exists.
  private var isUsable: Bool {
    switch system {
    case .folder(let path): FileManager.default.fileExists(atPath: "\(path)/usr/bin")
    case .archive(let path): FileManager.default.fileExists(atPath: path)
    }
  }

  // MARK: - Reviews

  private static let image = "localhost/reviewbot-tests:minimal"

  /// Reviews in containers.
  func check(
    _ repository: SampleRepository, in folder: ScratchDirectory, _ arguments: [String],
    environment: [String: String] = [:]
  ) async throws -> Checked {
    let (name, importing): (String, String) =
      switch system {
      case .folder(let path): (path, "")
      case .archive(let path):
        (Self.image, "podman image exists \(Self.image) || podman import --quiet \(path) \(Self.image) >/dev/null\n")
      }
    return try await Checked(
      repository, by: BuiltProgram(in: folder),
      ["--sandbox", "container", "--sandbox-image", name, "--test", "head"]
        + (runtime.map { ["--sandbox-runtime", $0] } ?? []) + arguments,
      environment: environment.merging(isRoot ? [:] : ["TMPDIR": "\(folder.path)/tmp"]) { $1 },
      shell: isRoot ? importing + #"exec "$0" "$@""# : Self.asUser(importing))
  }

  /// An account that only this program sees, in a mount namespace of its own.
  private static func asUser(_ importing: String) -> String {
    #"""
    # Those that run-tests has made.
    chmod o+x .. ../..
    mkdir -p account/etc tmp
    for name in passwd group subuid subgid; do
      if [ -e "/etc/$name" ]; then cp "/etc/$name" account/etc/; else : >"account/etc/$name"; fi
    done
    echo "reviewer:x:61234:61234::$HOME:/bin/sh" >>account/etc/passwd
    echo "reviewer:x:61234:" >>account/etc/group
    for name in subuid subgid; do echo "reviewer:2097152:65536" >>"account/etc/$name"; done
    # What others of the test serve stays theirs.
    mkdir -p home
    chown 61234:61234 .
    chown -R 61234:61234 repository user home tmp
    export XDG_RUNTIME_DIR=/run/user/61234 USER=reviewer
    export inner='
    \#(importing)
    "$0" "$@"
    status=$?
    # It keeps the namespaces of the user.
    pause="$XDG_RUNTIME_DIR/libpod/tmp/pause.pid"
    # Its number may be of another process by now. Podman starts catatonit where that is installed.
    if [ -s "$pause" ]; then
      case "$(cat "/proc/$(cat "$pause")/comm" 2>/dev/null)" in
        "podman pause" | catatonit)
          : >namespaces-kept
          kill -9 "$(cat "$pause")";;
      esac
    fi
    exit $status
    '
    exec unshare --mount --propagation private sh -c '
      mount -t overlay overlay -o ro,lowerdir=account/etc:/etc /etc || exit 90
      mount -t tmpfs tmpfs /run || exit 91
      mkdir -p "$XDG_RUNTIME_DIR" && chown 61234:61234 "$XDG_RUNTIME_DIR"
      exec setpriv --reuid 61234 --regid 61234 --clear-groups sh -c "$inner" "$0" "$@"' "$0" "$@"
    """#
  }

  /// Whether podman's namespaces of the user outlived the commands of a review in the folder; root has none.
  func keepsNamespaces(in folder: ScratchDirectory) -> Bool {
    isRoot || FileManager.default.fileExists(atPath: folder.path.appending("namespaces-kept").string)
  }

  /// Returns the remaining containers of reviews of the commit, without those of concurrent tests. A user's containers
  /// are removed with the user.
  func containers(of head: CommitID?) throws -> [String] {
    guard isRoot, let head else { return [] }
    return try FinishedCommand.output(
      of: ["podman", "ps", "--all", "--filter", "name=reviewbot-", "--format", "{{.ID}} {{.Labels}}"]
    ).split(separator: "\n").map(String.init).filter { $0.contains(head.short) }
  }
}
