// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
package import SystemPackage

/// The program that is running. An upgrade can replace or remove its file at any time; a process and its children
/// continue with the program that the process was started with.
package enum RunningExecutable {
  /// Executes the running program, whatever the file at its path is now. The kernel holds that file open until the
  /// process ends, and this link leads to the open file and not to a name: no folder on the way to it must be
  /// accessible, and only the permission to execute it is required.
  ///
  /// For this process and the children that it starts directly: in any other program, the link leads to that program.
  /// What other programs start or mount needs a file with a name, see ``copy(to:)``.
  package static let image: FilePath = "/proc/self/exe"

  /// The path of the program at its start: absolute, with links resolved. Another program can be there by now.
  package static let path: FilePath = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(image.string, &buffer, buffer.count - 1)
    precondition(count > 0, "/proc is not mounted")
    let path = FilePath(String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
    return isImage(path) ? path : withoutMark(path)
  }()

  /// The kernel's mark of a path whose file was removed. Source: proc_pid_exe(5).
  private static let removalMark = " (deleted)"

  static func withoutMark(_ path: FilePath) -> FilePath {
    path.string.hasSuffix(removalMark) ? FilePath(String(path.string.dropLast(removalMark.count))) : path
  }

  /// The path by which the program was started, links included: an upgrade may replace a link. Without such a path, or
  /// if it led elsewhere already, ``path``.
  package static let startPath: FilePath = {
    let word = CommandLine.arguments.first ?? ""
    let start: FilePath? =
      word.contains("/")
      ? FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(word))
      : ToolchainDirectories.program(word, onPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
    return start.flatMap { isImage($0) ? $0 : nil } ?? path
  }()

  /// Whether a new process would get another program, or none.
  package static var isReplaced: Bool { !isImage(startPath) }

  /// Whether a path leads to the file of the running program.
  static func isImage(_ path: FilePath) -> Bool {
    var (running, other) = (stat(), stat())
    guard stat(image.string, &running) == 0, stat(path.string, &other) == 0 else { return false }
    return running.st_dev == other.st_dev && running.st_ino == other.st_ino
  }

  /// An identifier of this build: another build differs in size or modification time.
  package static var build: String {
    var status = stat()
    guard stat(image.string, &status) == 0 else { return "unknown" }
    return "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
  }

  /// Copies the running program to a new file that can be read and executed, and not written.
  ///
  /// The kernel mounts only files with a name, so that a sandbox cannot show a program whose file was removed.
  ///
  /// - Throws: ``SandboxError``. The incomplete copy is removed.
  package static func copy(to file: FilePath) throws(SandboxError) {
    func check(_ result: Int32) throws(SandboxError) {
      try SandboxError.check(result, "cannot copy the program to \(file)")
    }
    let source = open(image.string, O_RDONLY | O_CLOEXEC)
    try check(source < 0 ? -errno : 0)
    defer { close(source) }
    let target = open(file.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o500)
    try check(target < 0 ? -errno : 0)
    defer { close(target) }
    do throws(SandboxError) {
      var (original, copy) = (stat(), stat())
      try check(fstat(source, &original) < 0 ? -errno : 0)
      try check(reviewbot_copy_contents(source, target, UInt64(original.st_size)))
      try check(fchmod(target, 0o555) < 0 || fstat(target, &copy) < 0 ? -errno : 0)
      try check(copy.st_size == original.st_size ? 0 : -EIO)
    } catch {
      unlink(file.string)
      throw error
    }
  }

  /// Determines the paths of the program while it is still there, and gives this process its name in lists of
  /// processes: the kernel takes it from the path that is executed, and the last component of ``image`` is the same for
  /// every program. To be called first of all.
  package static func begin() {
    _ = (path, startPath)
    reviewbot_name_process(FilePath(CommandLine.arguments.first ?? "").name)
  }

  /// Executes the same program again. Returns only when that fails, with the error number.
  static func restart(
    arguments: [String] = CommandLine.arguments, environment: [String: String]
  ) -> Int32 {
    _ = CStringList.withPointers(arguments) { arguments in
      CStringList.withPointers(environment) { execve(image.string, arguments, $0) }
    }
    return errno
  }
}
