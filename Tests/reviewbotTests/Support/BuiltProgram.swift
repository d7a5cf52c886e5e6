// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage

/// The built program, run as its users do: as a process of its own, with an environment of its own.
struct BuiltProgram: Sendable {
  /// What a run left behind on the way out.
  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String

    /// The error messages, without the lines of progress.
    var complaints: [String] {
      errors.split(separator: "\n").filter { !$0.hasPrefix("  ") }.map(String.init)
    }
  }

  /// Holds the program's home, the user's and what it prints.
  let folder: ScratchDirectory
  let executable: FilePath

  /// - Parameter executable: without it, the program that stands beside the bundle that this test is in.
  init(in folder: ScratchDirectory, executable: FilePath? = nil) throws {
    self.folder = folder
    self.executable = executable ?? OwnExecutable.path.removingLastComponent().appending("reviewbot")
    _ = try folder.folder("user")
  }

  /// `$REVIEWBOT_HOME`
  var home: FilePath { folder.path.appending("home") }

  /// The names in a folder of the home.
  func names(in name: String) -> [String] {
    // A folder that is not there holds nothing.
    ((try? FileManager.default.contentsOfDirectory(atPath: home.appending(name).string)) ?? []).sorted()
  }

  /// - Parameters:
  ///   - environment: what differs from an environment with a `PATH`, a home and a temporary directory. Without a sandbox the
  ///     `PATH` leads to a shared module cache; `coverage` has none.
  ///   - shell: a script that starts the program as `"$0" "$@"`.
  ///   - currentFolder: the scratch folder without it.
  func run(
    _ arguments: [String], environment: [String: String] = [:], shell: String? = nil, in currentFolder: FilePath? = nil
  ) async throws -> Outcome {
    let variables = [
      "PATH": arguments.contains("none") || arguments.first == "coverage"
        ? Self.path(SharedModules.environment()) : Self.path(),
      "HOME": folder.path.appending("user").string, "REVIEWBOT_HOME": home.string,
      // What the program leaves there is found when the tests end.
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
