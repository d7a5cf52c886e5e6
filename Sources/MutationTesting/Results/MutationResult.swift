// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The results of the mutants of a change.
package struct MutationResult: Hashable, Sendable {
  /// What became of a mutant.
  package enum Fate: Hashable, Sendable {
    /// The suites that run it pass all the same, in two runs each.
    case survived
    /// No test evaluated it: what is always so with the mutant was so in every test.
    case constant
    /// No test reached it.
    case unreached
    /// A suite failed.
    case noticed(by: String, reason: String)
    /// A suite did not end.
    case timedOut(in: String)
    case notCompiled(String)
    /// The time was over.
    case notRun
  }

  package struct Entry: Hashable, Sendable {
    package let mutant: Mutant
    package var fate: Fate
    /// The names of the suites that reach it, the quickest first.
    package var suites: [String]

    package init(_ mutant: Mutant, _ fate: Fate = .notRun, suites: [String] = []) {
      (self.mutant, self.fate, self.suites) = (mutant, fate, suites)
    }
  }

  /// In the order of preference.
  package let entries: [Entry]
  /// The number of places in changed, covered code at which a mutant is possible.
  package let places: Int
  /// The contents of the files that were searched for places, by path.
  package let sources: [String: [UInt8]]
  /// The reasons why changed files were not searched, each as a clause that names the file.
  package let notes: [String]

  package init(_ entries: [Entry], places: Int, sources: [String: [UInt8]], notes: [String] = []) {
    (self.entries, self.places, self.sources, self.notes) = (entries, places, sources, notes)
  }

  /// The mutants that were built and whose tests ran.
  package var tried: Int {
    entries.count {
      switch $0.fate {
      case .survived, .constant, .noticed, .timedOut: true
      case .unreached, .notCompiled, .notRun: false
      }
    }
  }

  /// The mutants that no test noticed.
  package var unnoticed: [Entry] { entries.filter { [.survived, .constant].contains($0.fate) } }

  package func count(_ fate: Fate) -> Int { entries.count { $0.fate == fate } }
}
