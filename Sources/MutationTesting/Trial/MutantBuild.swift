// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import SwiftBuild

/// Builds one program with many mutants, and leaves out those that do not compile.
struct MutantBuild {
  /// The number of builds.
  static let rounds = 3

  /// The originals by path.
  let sources: [String: [UInt8]]
  /// The paths of the files with the switch, one for each target, by the paths of the mutated files.
  let switches: [String: String]

  struct Outcome {
    /// The mutants of the build, whose numbers are their positions, from 1.
    var built: [Mutant] = []
    var failed: [(mutant: Mutant, reason: String)] = []
    var rounds = 0
  }

  /// - Parameters:
  ///   - chosen: the preferred mutants.
  ///   - spare: those that take the place of mutants that do not compile, until the last build.
  /// - Throws: ``TrialObstacle`` if no build succeeds.
  func perform(_ chosen: [Mutant], spare: [Mutant], in checkout: some TrialCheckout) async throws -> Outcome {
    var outcome = Outcome(built: chosen)
    var spare = spare[...]
    while true {
      outcome.rounds += 1
      let rewritten = rewrite(outcome.built)
      try checkout.write(rewritten.contents)
      let build = try await checkout.build()
      guard let failure = build.failure else { return outcome }
      guard build.isOfSources else { throw TrialObstacle("the build with the mutants ended: \(failure)") }
      guard outcome.rounds < Self.rounds else { throw TrialObstacle("the mutants could not be built: \(failure)") }
      let guilty = guilty(build.diagnostics, outcome.built, rewritten)
      guard !guilty.isEmpty else { throw TrialObstacle("the mutants could not be built: \(failure)") }
      outcome.failed += guilty.sorted { $0.key < $1.key }.map { (outcome.built[$0.key], $0.value) }
      outcome.built = outcome.built.indices.filter { guilty[$0] == nil }.map { outcome.built[$0] }
      // The last build gets no mutant that was not built before.
      if outcome.rounds + 1 < Self.rounds {
        outcome.built += spare.prefix(guilty.count)
        spare = spare.dropFirst(guilty.count)
      }
      guard !outcome.built.isEmpty else { throw TrialObstacle("no mutant compiles: \(failure)") }
    }
  }

  private struct Rewritten {
    var contents: [String: [UInt8]] = [:]
    /// By path, with the positions of the mutants in the list.
    var sources: [String: (source: MutatedSource, mutants: [Int])] = [:]
  }

  private func rewrite(_ mutants: [Mutant]) -> Rewritten {
    var rewritten = Rewritten()
    // Also the files whose mutants all failed are written again.
    for (path, original) in sources {
      let own = mutants.indices.filter { mutants[$0].path == path }
      let source = MutatedSource(original, own.map { (number: $0 + 1, mutant: mutants[$0]) })
      rewritten.contents[path] = source.bytes
      rewritten.sources[path] = (source, own)
      if let path = switches[path] { rewritten.contents[path] = Array(MutationSwitch.source.utf8) }
    }
    return rewritten
  }

  /// Returns the mutants at the errors, with the error of each. An error outside of all mutants, such as a variable that
  /// is not set, is caused by one of the same function.
  private func guilty(_ diagnostics: [BuildDiagnostic], _ mutants: [Mutant], _ rewritten: Rewritten) -> [Int: String] {
    var guilty: [Int: String] = [:]
    var unclear: [(diagnostic: BuildDiagnostic, own: [Int])] = []
    for diagnostic in diagnostics where diagnostic.severity == .error {
      guard let (source, own) = rewritten.sources[diagnostic.path] else { continue }
      let offset = source.offset(line: diagnostic.line, column: diagnostic.column)
      if let index = offset.flatMap(source.mutant) {
        guilty[own[index]] = guilty[own[index]] ?? diagnostic.message
      } else {
        unclear.append((diagnostic, own))
      }
    }
    guard guilty.isEmpty else { return guilty }
    for (diagnostic, own) in unclear {
      // The functions are ordered by their first bytes; lines are those of the original.
      let before = own.filter { mutants[$0].line <= diagnostic.line }
      let function = before.max { mutants[$0].line < mutants[$1].line }.map { mutants[$0].function }
      let same = own.filter { mutants[$0].function == function }
      for index in same.isEmpty ? own : same { guilty[index] = diagnostic.message }
    }
    return guilty
  }
}

extension MutatedSource {
  /// Returns the byte of a 1-based line and column, which is in UTF-8 bytes; nil outside of the file.
  func offset(line: Int, column: Int) -> Int? {
    var start = 0
    for _ in 1..<max(line, 1) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    let offset = start + column - 1
    return offset < bytes.count ? offset : nil
  }
}
