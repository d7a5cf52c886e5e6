// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// Determines the entries of a baseline whose finding is gone.
///
/// An entry matches nothing also if its file was not looked at, or if its rule is off or was stopped: such an entry is
/// not stale.
package struct StaleEntries: Sendable {
  private static let rule = "stale_baseline"
  /// The maximum number of entries in a sentence.
  private static let listed = 20

  private let files: [String: ChangedFile]
  private let unchecked: Set<String>
  private let unfinished: [String]
  private let linters: [any SelectiveLinter]

  /// - Parameters:
  ///   - files: the files that were looked at, and deleted ones.
  ///   - unchecked: those that a rule could not look at.
  ///   - notes: about the run of the linters.
  package init(files: [ChangedFile], unchecked: [UncheckedFile], notes: [Note], linters: [any SelectiveLinter]) {
    self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    self.unchecked = Set(unchecked.map(\.path))
    unfinished = notes.flatMap { $0.unfinished.map(\.name) }
    self.linters = linters
  }

  /// - Parameter unmatched: the entries that match nothing.
  package func select(from unmatched: [Baseline.Entry]) -> [Baseline.Entry] {
    unmatched.filter { entry in
      guard let file = files[entry.path], file.hasText || file.status == .deleted, !unchecked.contains(entry.path),
        !unfinished.contains(where: { entry.rule == $0 || entry.rule.hasPrefix("\($0)/") })
      else { return false }
      return linters.contains { $0.applies(entry.rule, to: file) }
    }
  }

  /// Returns the error of a review for which stale entries are a defect.
  static func finding(_ stale: [Baseline.Entry]) -> Finding {
    let message = text(stale)
    return Finding(
      rule: rule, severity: .error, path: "", range: SourceRange(line: 1, column: 1), message: message,
      fingerprint: Fingerprint.make(rule: rule, path: "", lineText: Substring(message), occurrence: 0),
      isInChange: true)
  }

  /// Returns a sentence with the remedy.
  package static func text(_ stale: [Baseline.Entry]) -> String {
    let count = stale.reduce(0) { $0 + $1.count }
    let what = count == 1 ? "1 entry of the baseline matches" : "\(count) entries of the baseline match"
    let list = stale.prefix(listed).map { "\($0.rule) in \($0.path)" + ($0.count > 1 ? " (\($0.count) times)" : "") }
    let more = stale.count > listed ? ", and \(stale.count - listed) more" : ""
    return "\(what) nothing: \(list.joined(separator: ", "))\(more); remove them with reviewbot lint --prune-baseline"
  }
}
