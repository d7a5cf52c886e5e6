// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

/// The attempts in `Attempts`, which are written in C, as files of a package that makes them.
struct HostileAttempts {
  /// One attempt, named by its goal.
  struct Attempt: Hashable, Sendable, CustomTestStringConvertible {
    let name: String
    let worksOutside: WorksOutside

    var testDescription: String { name }
  }

  /// Whether the attempt succeeds without a sandbox.
  enum WorksOutside: String, Sendable {
    case never, maybe, asRoot = "as_root", always
  }

  /// The targets of the attempts outside of the sandbox.
  let attack: Attack
  /// The folder of reviewbot's own files.
  let state: String

  /// All attempts, from the lines of the tables: `{"NAME", …, always},`.
  static let all: [Attempt] = {
    let line = /^ *\{"(?<name>[^"]+)", .*, (?<outside>never|maybe|as_root|always)\},$/
    return sources.sorted { $0.key < $1.key }.flatMap { _, text in
      text.split(separator: "\n").compactMap { text in
        guard let match = text.wholeMatch(of: line), let outside = WorksOutside(rawValue: String(match.outside)) else {
          return nil
        }
        return Attempt(name: String(match.name), worksOutside: outside)
      }
    }
  }()

  /// Starts all attempts from Swift, where C cannot be linked: compiles them with the toolchain, once.
  static let runner = """

    func makeAttempts(_ place: String) {
      let program = "/box/run/tmp/attempts-\\(place)"
      func run(_ arguments: [String]) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        try? process.run()
        process.waitUntilExit()
      }
      if !FileManager.default.fileExists(atPath: program) {
        run(["sh", "-c", "cd /box/source && clang -w -o \\(program) Sources/Attempts/*.c Program/main.c -I Sources/Attempts/include"])
      }
      run([program, place, "/box/run/.attempts-\\(place)"])
    }

    """

  /// The C files in the folder of a target, and the program in a folder of its own.
  func files(in target: String) -> SampleRepository.Files {
    var files: SampleRepository.Files = ["\(target)/include/outside.h": outside]
    for (name, text) in Self.sources {
      switch name {
      case "main.c": files["Program/main.c"] = text
      case "attempts.h": files["\(target)/include/attempts.h"] = text
      default: files["\(target)/\(name)"] = text
      }
    }
    return files
  }

  /// The word is concatenated at run time, so that the files of the package do not contain it.
  private var outside: String {
    """
    #define OUTSIDE "\(attack.outside)"
    #define STATE "\(state)"
    #define OUTSIDE_PORT \(attack.port)
    #define OUTSIDE_PROCESS \(attack.process)
    #define CANARY_1 "\(Outside.halves.0)"
    #define CANARY_2 "\(Outside.halves.1)"

    """
  }

  private static let sources: [String: String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Attempts")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)).map { (name, $0) }
      })
  }()
}
