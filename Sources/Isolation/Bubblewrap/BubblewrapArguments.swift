// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// The arguments of bubblewrap, apart from the command.
struct BubblewrapArguments: Sendable {
  let files: SystemFiles
  /// Shown under their own names.
  let readable: [FilePath]
  var folders: [SharedDirectory]
  let limits: SandboxLimits
  /// Whether to join an existing user namespace, on descriptor 7.
  let joinsNamespace: Bool

  /// The user and group id of the code under review inside the sandbox. Outside, it runs with our ids.
  static let user = 1000

  /// The files in /proc that container runtimes hide: memory, addresses and keys of the kernel, and how the host was
  /// booted. Source: the default masked paths of https://github.com/containers/common and of
  /// https://github.com/moby/moby.
  static let maskedKernelFiles = [
    "cmdline", "kcore", "keys", "kpagecgroup", "kpagecount", "kpageflags", "latency_stats", "sched_debug", "swaps",
    "timer_list", "vmallocinfo",
  ].map { "/proc/\($0)" }

  /// Where the sandbox's commands keep temporary files, the value of `TMPDIR`.
  private static let temporaryFiles = CheckoutNames.run.appending("tmp")

  var list: [String] { isolation + system + privateFolders + temporaryFolder + ["--remount-ro", "/"] }

  /// A separate namespace of each kind, and no permission to create more: with user namespaces a process reaches parts
  /// of the kernel that are otherwise reserved for root. The user namespace is requested by name, because
  /// `--unshare-all` continues without one.
  private var isolation: [String] {
    let user =
      joinsNamespace ? ["--userns", "7", "--assert-userns-disabled"] : ["--unshare-user", "--disable-userns"]
    return user + [
      "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
      "--uid", "\(Self.user)", "--gid", "\(Self.user)", "--hostname", "sandbox",
      "--die-with-parent", "--new-session", "--clearenv", "--as-pid-1", "--cap-drop", "ALL",
    ] + SandboxEntrance.capabilities.flatMap { ["--cap-add", $0] }
  }

  private var system: [String] {
    var arguments = ["--ro-bind", "/usr", "/usr"]
    let systemFolders = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]
    for path in systemFolders + SystemFiles.shown {
      arguments +=
        SystemFiles.target(ofLink: FilePath(path)).map { ["--symlink", $0, path] } ?? ["--ro-bind-try", path, path]
    }
    for file in files.made { arguments += ["--ro-bind", file.path.string, file.name.string] }
    // Memory, so it has sizes; the devices' folder itself is closed once its own folder is in it.
    arguments += ["--proc", "/proc", "--dev", "/dev"]
    for path in Self.maskedKernelFiles where FileManager.default.fileExists(atPath: path) {
      arguments += ["--ro-bind", "/dev/null", path]
    }
    // The kernel lets user 0 of the host write its settings (/proc/sys) without any capability, and the code under
    // review is that user outside when reviewbot runs as root. This also keeps a process from lowering its
    // oom_score_adj.
    arguments += ["--remount-ro", "/proc"]
    arguments += ["--size", "\(limits.sharedMemoryBytes)", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    return arguments
  }

  /// Tests and tools also write to `/tmp` by name.
  private var temporaryFolder: [String] {
    let name: FilePath = "/tmp"
    guard !(readable + folders.map(\.name)).contains(where: { $0.starts(with: name) }) else { return [] }
    return ["--symlink", Self.temporaryFiles.string, name.string]
  }

  private var privateFolders: [String] {
    var arguments: [String] = []
    for path in readable where !path.starts(with: "/usr") {
      arguments += ["--ro-bind-try", SandboxPaths.resolved(path).string, path.string]
    }
    for folder in folders {
      arguments += [folder.isWritable ? "--bind" : "--ro-bind", folder.path.string, folder.name.string]
    }
    return arguments
  }
}

/// Starts bubblewrap with the limits that a process can give itself, and with the filter of system calls on a
/// descriptor.
struct BubblewrapCommandLine: Sendable {
  let program: FilePath
  let filter: FilePath
  let limits: SandboxLimits
  let entrance: SandboxEntrance
  /// A folder that the sandbox does not show.
  let scratch: FilePath
  /// The user namespace to join; `nil` creates one.
  let namespace: UserNamespace?

  /// The units of `ulimit -f`.
  private static let block = 512
  private static let shell: FilePath = "/bin/sh"
  /// No core files. First in line when memory runs out, last for the processor: the watch must get its turn.
  private static let script = """
    ulimit -c 0
    ulimit -f "$1"
    echo 1000 >/proc/self/oom_score_adj
    if [ -n "$4" ]; then exec 7<"$4"; fi
    exec 8<"$2" 9<"$3"
    shift 4
    exec nice -n 5 "$@"
    """

  /// Prepares the command for the sandbox that the arguments describe.
  func start(
    _ command: ChildCommand, sandbox: [String], verified: [VerifiedDirectory]
  ) throws(ChildProcessError) -> SandboxStart {
    // The environment is among the arguments, and so are the names of the host's folders. Bubblewrap reads them from a
    // file, because its own command line is that of the first process inside until that has started the next program.
    var arguments = sandbox
    for (name, value) in command.environment.sorted(by: { $0.key < $1.key }) { arguments += ["--setenv", name, value] }
    if let folder = command.workingDirectory { arguments += ["--chdir", folder.string] }
    let file = scratch.appending("arguments-\(UUID().uuidString)")
    do {
      try Data(arguments.map { "\($0)\0" }.joined().utf8).write(to: URL(fileURLWithPath: file.string))
    } catch {
      throw ChildProcessError(code: .cannotStart, executable: program, underlying: String(systemError: error))
    }
    let shellArguments =
      [
        "-c", Self.script, "sh", "\(limits.fileBytes / Self.block)", file.string, filter.string,
        namespace?.file.string ?? "", program.string, "--args", "8",
      ]
      + entrance.commandLine(filter: "9", tasks: limits.resources.tasks, verified: verified) + [
        command.executable.string
      ]
      + command.arguments
    return SandboxStart(
      command: ChildCommand(
        Self.shell, shellArguments, environment: ["PATH": "/usr/bin:/bin"], workingDirectory: "/", input: command.input,
        outputFile: command.outputFile)
    ) { _ in unlink(file.string) }
  }
}
