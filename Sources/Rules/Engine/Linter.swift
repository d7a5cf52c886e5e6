// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SwiftSource

/// Applies rules to the files of a change.
///
/// Rules are pure and know nothing of concurrency; here each file is a task, as many at a time as there are processors.
/// The same change gives the same findings in the same order, however the tasks were scheduled.
package struct RuleLinter: Linter {
  /// Files over this size are not read.
  package static let maximumBytes = 2 << 20
  /// A parse that exceeds its time limit continues in its own thread: after so many files no more are parsed.
  package static let maximumSlowFiles = 3

  private let rules: [ActiveRule]
  private let settings: RuleSettings
  private let width: Int
  private let parseLimit: Duration
  private let trees: ParsedTrees?

  /// - Parameters:
  ///   - width: how many files are checked concurrently.
  ///   - parseLimit: how long parsing one file may take.
  ///   - trees: where the trees of files are put for others.
  /// - Throws: ``RuleSettingsError`` when the settings name an unknown rule or option.
  package init(
    rules types: [any Rule.Type], settings: RuleSettings, width: Int,
    parseLimit: Duration = .seconds(10), trees: ParsedTrees? = nil
  ) throws(RuleSettingsError) {
    let known = types.map { $0.description.id }.sorted()
    for id in settings.rules.keys.sorted() where !known.contains(id) {
      throw RuleSettingsError(message: "unknown rule \(id)")
    }
    var rules: [ActiveRule] = []
    for type in types.sorted(by: { $0.description.id < $1.description.id }) {
      let setting = settings.rules[type.description.id]
      if let rule = try ActiveRule(type, setting: setting, knownRules: known) { rules.append(rule) }
    }
    self.rules = rules
    self.settings = settings
    self.width = max(1, width)
    self.parseLimit = parseLimit
    self.trees = trees
  }

  package func findings(in change: ReviewedChange) async -> ReviewedFindings {
    let files = change.changes.files.filter { file in
      file.hasText && !settings.excluded.contains { $0.matches(file.path) }
    }
    let checkout = ContainedDirectory(change.root)
    let reviews = await reviews(of: files.map(\.path), in: checkout)

    var batch = FindingBatch(
      findings: reviews.flatMap(\.findings),
      notes: reviews.flatMap(\.notes),
      // Two paths that Unicode holds for equal are two files, and one text here.
      suppressions: Dictionary(reviews.map { ($0.path, $0.suppressions) }) { first, _ in first })
    for filter in filters(for: change, files) { filter.apply(to: &batch) }
    return ReviewedFindings(findings: Fingerprinting.fingerprinted(batch.findings), notes: batch.notes)
  }

  /// The order matters: each filter says why it stands where it does.
  private func filters(for change: ReviewedChange, _ files: [ChangedFile]) -> [any FindingFilter] {
    [
      ChangedLinesFilter(files: files, isEverythingInChange: change.isEverythingInChange),
      SuppressionFilter(),
      DuplicateFilter(),
      PerRuleLimitFilter(limit: settings.limitPerRule),
      OrderFilter(),
    ]
  }

  private func reviews(of paths: [String], in checkout: ContainedDirectory) async -> [FileReview] {
    await withTaskGroup(of: (Int, FileReview).self) { group in
      var reviews = [FileReview?](repeating: nil, count: paths.count)
      var slowFiles = 0
      for (index, path) in paths.enumerated() {
        if index >= width, let (finished, review) = await group.next() {
          reviews[finished] = review
          slowFiles += review.isSlow ? 1 : 0
        }
        let limit = slowFiles < Self.maximumSlowFiles ? parseLimit : .zero
        group.addTask { (index, review(of: path, in: checkout, parseLimit: limit)) }
      }
      for await (finished, review) in group { reviews[finished] = review }
      return reviews.compactMap(\.self)
    }
  }

  private func review(of path: String, in checkout: ContainedDirectory, parseLimit: Duration) -> FileReview {
    var review = FileReview(path: path)
    let rules = rules.filter { $0.looksAt(path) }
    guard !rules.isEmpty, !Task.isCancelled else { return review }
    do {
      let text = SourceText(path: path, bytes: try checkout.bytes(at: path, limit: Self.maximumBytes))
      return FileReview(SourceFile(text, parseLimit: parseLimit, trees: trees), rules: rules)
    } catch {
      review.notes = ["\(path) was skipped: \(error)"]
      return review
    }
  }
}
