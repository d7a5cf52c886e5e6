// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// Reports accesses to files by path that don't use `ContainedDirectory`.
///
/// A checkout, its build directory and its results are written by code under review, which can create a symbolic link
/// anywhere. A path that is opened there by its name can lead to another repository's files, and their text into a
/// comment. Code is checked unless it is in the list of exemptions, each with its reason.
struct FileAccessCheck {
  /// Code whose paths are never under the control of code under review.
  struct Exemption: Hashable {
    /// A file, or a directory with all of its contents, which ends with a slash; relative to the package's root.
    let path: String
    let reason: String

    func covers(_ file: String) -> Bool { path.hasSuffix("/") ? file.hasPrefix(path) : file == path }
  }

  let exemptions: [Exemption]

  /// Functions of the C library and our own functions with a path parameter. `stat()` without arguments is an
  /// initializer.
  private static let calls: Set<String> = [
    "access", "chmod", "chown", "creat", "faccessat", "fchmodat", "fchownat", "fdopendir", "fopen", "freopen",
    "fstatat",
    "fts_open", "ftw", "lchown", "link", "linkat", "lstat", "lutimes", "mkdir", "mkdirat", "mkdtemp", "mkfifo", "mknod",
    "mkstemp", "nftw", "open", "openat", "opendir", "readlink", "readlinkat", "realpath", "rename", "renameat", "rmdir",
    "scandir", "stat", "statfs", "statvfs", "symlink", "symlinkat", "truncate", "unlink", "unlinkat", "utimensat",
    "utimes",
    "reviewbot_copy_contents", "reviewbot_file_system", "reviewbot_open_beneath",
  ]
  /// Identifiers of Foundation and System that are used for files only.
  private static let words: Set<String> = [
    "FileManager", "FileWrapper", "InputStream", "OutputStream", "NSData", "contentsOfFile", "fileURLWithPath",
    "resolvingSymlinksInPath",
  ]
  /// Constructs of Foundation and System for files, by their first tokens.
  private static let phrases = [
    ["FileHandle", "("], ["FileDescriptor", ".", "open"], ["Data", "(", "contentsOf"], ["String", "(", "contentsOf"],
    ["URL", "(", "filePath"], ["write", "(", "toFile"],
  ]
  /// Modules that can qualify a call of the C library.
  private static let modules: Set<String> = ["Foundation", "Glibc", "Musl", "FoundationEssentials"]

  /// Returns `PATH: line N reaches files with …`, in the order of the paths; then unused exemptions.
  func problems(in folder: SourceDirectory) throws -> [String] {
    var problems: [String] = []
    var used: Set<Exemption> = []
    for path in ["Lint/Sources", "Sources"].flatMap({ folder.files(below: $0, suffix: ".swift") }) {
      let found = try Self.uses(in: SourceFile(path: path, text: folder.text(path) ?? ""))
      guard !found.isEmpty else { continue }
      if let exemption = exemptions.first(where: { $0.covers(path) }) {
        used.insert(exemption)
      } else {
        problems += found.map {
          "\(path): \($0); use ContainedDirectory, or add an exemption with a reason to FileAccessCheck"
        }
      }
    }
    let unused = exemptions.filter { !used.contains($0) }.map { "\($0.path): has an unused exemption" }
    return problems + unused
  }

  private static func uses(in file: SourceFile) throws -> [String] {
    let parsed = try file.parse()
    // Tokens instead of text, because comments and strings may contain the names.
    let tokens = parsed.tokens
    let texts = tokens.map(\.text)
    return texts.indices.compactMap { index in
      guard words.contains(texts[index]) || isCall(at: index, in: texts) || isPhrase(at: index, in: texts) else {
        return nil
      }
      let line = parsed.line(of: tokens[index].positionAfterSkippingLeadingTrivia)
      return "line \(line) reaches files with \(texts[index])"
    }
  }

  private static func isPhrase(at index: Int, in texts: [String]) -> Bool {
    phrases.contains { texts[index...].starts(with: $0) }
  }

  /// Whether a function of the C library is called: not a method of that name, and without labels.
  private static func isCall(at index: Int, in texts: [String]) -> Bool {
    guard calls.contains(texts[index]), index + 3 < texts.count, texts[index + 1] == "(", texts[index + 2] != ")",
      texts[index + 3] != ":"
    else { return false }
    let before = index > 0 ? texts[index - 1] : ""
    if before == "func" { return false }
    return before != "." || index > 1 && modules.contains(texts[index - 2])
  }
}

extension FileAccessCheck {
  /// A directory is exempt if it never handles a checkout in which code has run; otherwise files are exempt one by one.
  static let reviewbot = FileAccessCheck(
    exemptions: [
      Exemption(path: "Sources/ContainedFiles/", reason: "is the one way"),
      Exemption(path: "Sources/ReviewContract/OutputDirectory.swift", reason: "names that the caller wrote"),

      Exemption(path: "Sources/ReviewContract/Handover/KeptBuild.swift", reason: "locks in reviewbot's own home"),
      Exemption(path: "Sources/Isolation/Children/SandboxedEnvironment.swift", reason: "certificates of the caller"),
      Exemption(path: "Sources/SwiftBuild/Results/RunningTests.swift", reason: "/proc, of its own descendants"),
      Exemption(path: "Sources/SwiftBuild/Toolchain/", reason: "the caller's toolchain"),
      Exemption(path: "Sources/Isolation/Children/", reason: "/proc, and programs and files that callers name"),
      Exemption(
        path: "Sources/ConfigurationFiles/Server/SecretReader.swift", reason: "secrets of the operator"),
      Exemption(path: "Lint/Sources/Rules/Caching/FindingCache.swift", reason: "a folder that only the user can write"),
      Exemption(path: "Lint/Sources/Rules/BuiltIn/Calls/LegacyRules.swift", reason: "names types that it looks for"),
      Exemption(
        path: "Sources/Coverage/Paths.swift",
        reason: "resolves the checkout's own path and folders that reports of the caller name, and opens nothing"),
      Exemption(path: "Sources/PostgresStore/PostgresPlace.swift", reason: "the system's certificates"),
      Exemption(path: "Sources/CurlTransport/", reason: "bodies to send, of the caller"),
      Exemption(path: "Sources/Isolation/Proxy/", reason: "its socket, beside the results"),
      Exemption(path: "Sources/Git/Addresses/CloneAddress.swift", reason: "repositories of the caller"),
      Exemption(
        path: "Sources/Git/Library/Directories.swift", reason: "mirrors, and checkouts that no code ran in yet"),
      Exemption(
        path: "Sources/Git/Library/RepositoryOpening.swift", reason: "owners of repositories"),
      Exemption(path: "Sources/Git/Configuration/", reason: "git's configuration of the caller"),
      Exemption(path: "Sources/Git/Fetching/", reason: "mirrors, which no sandbox can write to"),
      Exemption(path: "Sources/ResourceLoading/", reason: "a library of its own, of files that its user names"),
      Exemption(path: "Sources/ReviewServer/", reason: "the control socket in the daemon's state"),
      Exemption(path: "Sources/JobQueue/", reason: "the queue in the daemon's state"),
      Exemption(path: "Sources/PostgresStore/MachineState.swift", reason: "the identifier in the daemon's state"),
      Exemption(path: "Sources/Isolation/", reason: "the system, and its own scratch directory outside the sandbox"),
      Exemption(path: "Sources/Observability/", reason: "/proc/self"),

      Exemption(
        path: "Sources/Linting/Baseline.swift", reason: "a file that the caller names, or its configuration"),
      Exemption(path: "Sources/Commands/Checking/CheckRun.swift", reason: "the directory of runs"),
      Exemption(path: "Sources/Commands/Checking/ReportCommand.swift", reason: "names that the caller wrote"),
      Exemption(path: "Sources/Commands/Checking/PostCommand.swift", reason: "the current directory's name"),
      Exemption(path: "Sources/Commands/Checking/ReportOutput.swift", reason: "where the caller wants the report"),
      Exemption(path: "Sources/ReviewHost/Doctor/", reason: "the host itself"),
      Exemption(path: "Sources/Commands/Jobs/", reason: "the daemon's state"),
      Exemption(path: "Sources/Commands/Queue/", reason: "the daemon's state"),
      Exemption(
        path: "Sources/Commands/Linting/",
        reason: "names that the caller wrote, and the hooks of the caller's own repository"),
      Exemption(path: "Sources/Commands/Measuring/", reason: "names that the caller wrote"),
      Exemption(path: "Sources/Commands/Rules/RulesCommand.swift", reason: "the current directory's name"),
      Exemption(path: "Sources/ReviewHost/Home/", reason: "reviewbot's own home"),
      Exemption(
        path: "Sources/ConfigurationFiles/Reading/NamedFile.swift", reason: "files that the caller names"),
      Exemption(path: "Sources/ReviewHost/Worker/SandboxedGitConfiguration.swift", reason: "mirrors of the operator"),
      Exemption(
        path: "Sources/ReviewHost/Worker/WorkerProcess.swift",
        reason: "makes the run's own directories, before any code runs"),
      Exemption(path: "Sources/ReviewHost/Sandbox/LimitTrial.swift", reason: "makes the trial's own directories"),
      Exemption(path: "Sources/ReviewHost/Sandbox/ProbeChild.swift", reason: "makes the probe's own directory"),
      Exemption(
        path: "Sources/ReviewHost/Sandbox/ProbeMemory.swift", reason: "the kernel's settings, and its own programs"),
      Exemption(path: "Sources/Commands/Serving/", reason: "the daemon's state, and the directory of runs"),
      Exemption(path: "Sources/ReviewHost/Target/", reason: "names that the caller and CI wrote"),
    ])
}
