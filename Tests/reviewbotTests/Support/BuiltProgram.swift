// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage

/// The built program, run as its users do: in its own process, with its own environment.
struct BuiltProgram: Sendable {
  /// The result of a run.
  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String

    /// The error messages, without the lines of progress.
    var complaints: [String] {
      errors.split(separator: "\n").filter { !$0.hasPrefix("  ") }.map(String.init)
    }
  }

  /// Contains the program's home, the user's home and the output.
  let folder: ScratchDirectory
  let executable: FilePath

  /// - Parameter executable: `nil` for the program beside the bundle of this test.
  init(in folder: ScratchDirectory, executable: FilePath? = nil) throws {
    self.folder = folder
    self.executable = executable ?? RunningExecutable.path.removingLastComponent().appending("reviewbot")
    _ = try folder.folder("user")
  }

  /// `$REVIEWBOT_HOME`
  var home: FilePath { folder.path.appending("home") }

  /// The names in a folder of the home.
  func names(in name: String) -> [String] {
    // A missing folder is empty.
    ((try? FileManager.default.contentsOfDirectory(atPath: home.appending(name).string)) ?? []).sorted()
  }

  /// - Parameters:
  ///   - environment: the differences from an environment with a `PATH`, a home and a temporary directory. Without a
  ///     sandbox the `PATH` leads to a shared module cache; `coverage` has none.
  ///   - shell: a script that starts the program as `"$0" "$@"`.
  ///   - currentFolder: `nil` for the scratch folder.
  func run(
    _ arguments: [String], environment: [String: String] = [:], shell: String? = nil, in currentFolder: FilePath? = nil
  ) async throws -> Outcome {
    let variables = [
      "PATH": arguments.contains("none") || arguments.first == "coverage"
        ? Self.path(SharedModules.environment()) : Self.path(),
      "HOME": folder.path.appending("user").string, "REVIEWBOT_HOME": home.string,
      // Files that the program leaves there are found when the tests end.
      "TMPDIR": FileManager.default.temporaryDirectory.path,
    ].merging(environment) { $1 }
    // Files, because a full pipe would block the program.
    let prints = (try folder.write("stdout", ""), try folder.write("stderr", ""))
    let streams = try [prints.0, prints.1].map { try FileDescriptor.open($0, .writeOnly, options: .closeOnExec) }
    defer { for stream in streams { try? stream.close() } }
    let child = try PlainChild(
      (shell.map { ["/bin/sh", "-c", $0, executable.string] } ?? [executable.string]) + arguments,
      environment: variables, in: currentFolder ?? folder.path, output: .descriptor(streams[0]),
      errors: .descriptor(streams[1]))
    defer { child.end() }
    let status = try await blocking { child.wait() }
    return Outcome(status: status, output: try folder.text("stdout"), errors: try folder.text("stderr"))
  }

  private static func path(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
    environment["PATH"] ?? "/usr/bin:/bin"
  }
}
