// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import MutationTesting

struct MutatedSourceTests {
  /// A source with each operator, in the contexts that need care. `run` shows their results.
  private static let subject = """
    @resultBuilder struct Lines { static func buildBlock(_ parts: String...) -> String { parts.joined() } }
    public enum Subject {
      @Lines static func built(_ a: Bool) -> String {
        a ? "x" : "y"
        "z"
      }
      @inlinable public static func larger<T: Comparable>(_ a: T, _ b: T) -> Bool { a > b }
      static func clauses(_ a: Int, _ b: Int) -> Bool { a > 0 && b > 0
        || a == b }
      static func fetch(_ a: Int) async throws -> Int? { a > 1 ? a : nil }
      static func waited(_ a: Int) async throws -> Int { try await fetch(a) ?? 7 }
      static func first(_ a: [Int]) -> Int {
        var sum = 0
        for value in a where value > 1 { sum += value }
        defer { sum = 0 }
        guard sum > 2 else { return -1 }
        if let last = a.last, last > 4 { return last - sum * 2 }
        #if DEBUG && os(Linux)
          sum -= 1
        #endif
        return sum - 1
      }
      static func sizes(_ a: Result<Int, any Error>) -> String {
        switch a {
        case .success(let value) where value > 3: return "big"
        default: return "small \\(value(a) ?? 5)"
        }
      }
      static func value(_ a: Result<Int, any Error>) -> Int? { try? a.get() }
      static func filled(_ isOn: Bool = true) -> [Int] {
        var list: [Int] = []
        list.append(1)
        let add: () -> Void = {
          list.append(2)
          list = list + [3]
        }
        add()
        var rounds = 2
        while rounds > 0 {
          list.append(rounds)
          rounds -= 1
        }
        let isReady = true
        if list.count > 2 && isOn && isReady { list[0] += 1 }
        return list
      }
      static var flag: Bool { filled().count == 2 }
      static func run() async throws -> String {
        var text = ""
        text += "\\(built(true)) \\(larger(2, 1)) \\(clauses(1, 1)) \\(clauses(1, -1)) \\(clauses(0, 0)) \\(try await waited(1))"
        text += " \\(try await waited(2)) \\(first([1, 2, 3])) \\(first([1])) \\(first([9])) \\(sizes(.success(9)))"
        text += " \\(sizes(.success(1))) \\(filled()) \\(flag)"
        return text
      }
    }
    """

  private func compile(_ files: [String], mode: String, _ arguments: [String], in folder: FilePath) throws {
    try FinishedCommand.output(
      of: ["swiftc", "-swift-version", mode, "-parse-as-library"] + arguments + files, in: folder)
  }

  private let main = "@main struct Main { static func main() async throws { print(try await Subject.run()) } }\n"

  private func numbered(_ mutants: [Mutant]) -> [(number: Int, mutant: Mutant)] {
    mutants.enumerated().map { ($0.offset + 1, $0.element) }
  }

  @Test(arguments: ["5", "6"]) func `each mutant compiles and does what its source does`(mode: String) async throws {
    let source = Array(Self.subject.utf8)
    let mutants = try mutants(of: Self.subject)
    #expect(Set(mutants.map(\.kind)) == Set(MutationOperator.allCases))
    let rewritten = MutatedSource(source, numbered(mutants)).bytes
    #expect(
      rewritten.split(separator: 10, omittingEmptySubsequences: false).count
        == source.split(separator: 10, omittingEmptySubsequences: false).count)
    try await withScratchDirectory { folder in
      try folder.write("Subject.swift", String(decoding: rewritten, as: UTF8.self))
      try folder.write(MutationSwitch.fileName, MutationSwitch.source)
      try folder.write("Main.swift", main)
      let files = ["Subject.swift", MutationSwitch.fileName, "Main.swift"]
      try compile(files, mode: mode, ["-o", "program"], in: folder.path)
      guard mode == "6" else { return }

      // All hand-written variants in one program, each with a name of its own.
      for (index, mutant) in mutants.enumerated() {
        let text = String(decoding: mutant.mutated(source), as: UTF8.self)
        try folder.write("V\(index + 1).swift", renamed(text, index + 1))
      }
      try folder.write("V0.swift", renamed(Self.subject, 0))
      let runs = (0...mutants.count).map { "    print(try await Subject\($0).run())" }.joined(separator: "\n")
      try folder.write("All.swift", "@main struct Main {\n  static func main() async throws {\n\(runs)\n  }\n}\n")
      try compile(
        (0...mutants.count).map { "V\($0).swift" } + ["All.swift"], mode: mode, ["-o", "all"], in: folder.path)
      let expected = try FinishedCommand.output(of: ["./all"], in: folder.path).components(separatedBy: "\n").dropLast()
      var found: [String] = []
      for number in 0...mutants.count {
        found.append(try run(number, in: folder.path).output.trimmingCharacters(in: .newlines))
      }
      #expect(found == Array(expected))
      // The switches are in the program, and most change the output.
      #expect(found.count { $0 != found[0] } > mutants.count * 3 / 4)
    }
  }

  private func renamed(_ text: String, _ number: Int) -> String {
    text.replacingOccurrences(of: "Subject", with: "Subject\(number)").replacingOccurrences(
      of: "Lines", with: "Lines\(number)")
  }

  private func run(_ number: Int, reach: FilePath? = nil, in folder: FilePath) throws -> FinishedCommand {
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment[MutationSwitch.activeVariable] = String(number)
    environment[MutationSwitch.reachVariable] = reach?.string
    return try FinishedCommand(["./program"], environment: environment, in: folder)
  }

  @Test func `reached mutants are recorded, and a canary fails`() async throws {
    let text = """
      enum Subject {
        static func run() async throws -> String {
          await withTaskGroup(of: Void.self) { group in
            for index in 0..<64 { group.addTask { _ = sign(index) } }
          }
          return sign(1)
        }
        static func sign(_ a: Int) -> String {
          if a < 0 { return "negative" }
          if a > 0 || a == -1 { return "positive" }
          return "zero"
        }
        static func never(_ a: Int?) -> Int { a ?? 1 }
      }
      """
    let mutants = try mutants(of: text).filter { [.alwaysTrue, .fallback].contains($0.kind) }
    #expect(mutants.map(\.words) == ["a < 0 is always true", "a > 0 || a == -1 is always true", "a is always nil"])
    try await withScratchDirectory { folder in
      let rewritten = MutatedSource(Array(text.utf8), numbered(mutants)).bytes
      try folder.write("Subject.swift", String(decoding: rewritten, as: UTF8.self))
      try folder.write(MutationSwitch.fileName, MutationSwitch.source)
      try folder.write("Main.swift", main)
      try compile(
        ["Subject.swift", MutationSwitch.fileName, "Main.swift"], mode: "6", ["-o", "program"], in: folder.path)
      for (active, expected) in [(0, [0, 1, 1, 0]), (2, [0, 0, 1, 0]), (3, [0, 0, 0, 0])] as [(Int, [UInt8])] {
        let reach = try folder.write("reach\(active)", "\0\0\0\0")
        #expect(try run(active, reach: reach, in: folder.path).status == 0)
        #expect(try [UInt8](folder.text("reach\(active)").utf8) == expected)
      }
      #expect(try run(-1, in: folder.path).status != 0)
    }
  }

  @Test func `an error of the compiler names the innermost mutant`() throws {
    let text = "func f(a: Bool, b: Bool) { if a && b { g() } }\n"
    let mutants = try mutants(of: text)
    let result = MutatedSource(Array(text.utf8), numbered(mutants))
    let bytes = String(decoding: result.bytes, as: UTF8.self)
    for (index, mutant) in mutants.enumerated() {
      let call = try #require(bytes.range(of: MutationSwitch.call(index + 1)))
      #expect(result.mutant(at: call.lowerBound.utf16Offset(in: bytes)) == index, "\(mutant.words)")
    }
    #expect(result.mutant(at: 0) == nil)
    #expect(result.mutant(at: result.bytes.count - 2) == nil)
  }
}
