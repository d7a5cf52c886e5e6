// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

extension BuiltProgram {
  /// Starts the program, kills it after so many lines of output or at its end, and waits for the end of all descendants.
  ///
  /// - Parameters:
  ///   - path: the `PATH`; `nil` for that of the tests.
  ///   - currentFolder: `nil` for the scratch folder.
  func kill(
    _ arguments: [String], afterLines count: Int, path: String? = nil, in currentFolder: FilePath? = nil
  ) async throws {
    let progress = try folder.write("progress", "")
    let errors = try FileDescriptor.open(progress, .writeOnly, options: .closeOnExec)
    defer { try? errors.close() }
    let watch = try FileWatch(progress)
    let child = try PlainChild(
      [executable.string] + arguments,
      environment: [
        "PATH": path ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        "HOME": folder.path.appending("user").string, "REVIEWBOT_HOME": home.string,
        "TMPDIR": FileManager.default.temporaryDirectory.path,
      ], in: currentFolder ?? folder.path, output: .nothing, errors: .descriptor(errors))
    defer { child.end() }
    try await watch.wait {
      try folder.text("progress").split(separator: "\n").count >= count || !child.isRunning
    }
    // Stopped, so that it starts no processes during the search for its descendants.
    Foundation.kill(child.process, SIGSTOP)
    let descendants = Self.descendants(of: child.process)
    Foundation.kill(child.process, SIGKILL)
    _ = try await blocking { child.wait() }
    for process in descendants { #expect(try await ForeignProcess.waitForEnd(of: process)) }
    // Processes that were started since then.
    while let process = Self.processes(mentioning: folder.path).first {
      guard try await ForeignProcess.waitForEnd(of: process) else {
        Issue.record("process \(process) goes on")
        return
      }
    }
  }

  private static func descendants(of process: Int32) -> [Int32] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    let children = threads.flatMap { thread -> [Int32] in
      let text = FileManager.default.contents(atPath: "/proc/\(process)/task/\(thread)/children") ?? Data()
      return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }
    return children + children.flatMap { descendants(of: $0) }
  }

  /// The processes that run in the directory, or have it in their arguments.
  private static func processes(mentioning folder: FilePath) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { process in
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      let place = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")) ?? ""
      let isMentioned = line.range(of: Data(folder.string.utf8)) != nil || place.hasPrefix(folder.string)
      return process != getpid() && isMentioned
    }
  }
}
