// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
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

  let rules: [ActiveRule]
  private let customRules: [CompiledRule]
  /// About custom rules that cannot be used.
  private let customRuleNotes: [String]
  private let settings: RuleSettings
  private let width: Int
  private let parseLimit: Duration
  private let trees: ParsedTrees?
  private let cache: FindingCache?
  /// Names the settings in keys of the cache.
  private let identity: [UInt8]
  private let onFile: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - width: how many files are checked concurrently.
  ///   - parseLimit: how long parsing one file may take.
  ///   - trees: where the trees of files are put for others.
  ///   - cache: the findings of earlier runs.
  ///   - onFile: is called for each file that was checked.
  /// - Throws: ``RuleSettingsError`` when the settings name an unknown rule or option.
  package init(
    rules types: [any Rule.Type], settings: RuleSettings, width: Int,
    parseLimit: Duration = .seconds(10), trees: ParsedTrees? = nil, cache: FindingCache? = nil,
    onFile: (@Sendable () -> Void)? = nil
  ) throws(RuleSettingsError) {
    let known = types.map { $0.description.id }.sorted()
    for id in settings.rules.keys.sorted() where !known.contains(id) {
      throw RuleSettingsError(message: "unknown rule \(id)")
    }
    let named = known + settings.customRules.map(\.id)
    var rules: [ActiveRule] = []
    for type in types.sorted(by: { $0.description.id < $1.description.id }) {
      let setting = settings.rules[type.description.id]
      if let rule = try ActiveRule(type, setting: setting, defaults: settings.defaults, knownRules: named) {
        rules.append(rule)
      }
    }
    self.rules = rules
    (customRules, customRuleNotes) = CompiledRule.all(settings.customRules)
    self.settings = settings
    self.width = max(1, width)
    self.parseLimit = parseLimit
    self.trees = trees
    self.cache = cache
    self.onFile = onFile
    identity = cache == nil ? [] : Array(SHA256.hash(data: Array(settings.identity.utf8)))
  }

  /// The findings in one text, which need not be a file of a checkout, in order and without fingerprints.
  ///
  /// - Returns: the findings, and notes about what was not checked.
  package func findings(in text: SourceText) -> (findings: [Finding], notes: [String]) {
    let review = FileReview(SourceFile(text, parseLimit: parseLimit), rules: rules(for: text.path))
    return (review.findings.map(\.finding).sorted(by: Finding.isInOrder), review.notes)
  }

  func rules(for path: String) -> RulesOfFile {
    RulesOfFile(
      builtIn: rules.filter { $0.looksAt(path) },
      custom: customRules.filter { $0.looksAt(path) })
  }

  package func findings(in change: ReviewedChange) async -> ReviewedFindings {
    let files = change.changes.files.filter { file in
      file.hasText && !settings.excluded.contains { $0.matches(file.path) }
    }
    let checkout = ContainedDirectory(change.root)
    let reviews = await reviews(of: files.map(\.path), in: checkout, change.texts)

    var batch = FindingBatch(findings: reviews.flatMap(\.findings), notes: customRuleNotes + reviews.flatMap(\.notes))
    for filter in filters(for: change, files) { filter.apply(to: &batch) }
    return ReviewedFindings(findings: Fingerprinting.fingerprinted(batch.findings), notes: batch.notes)
  }

  /// The order matters: each filter says why it stands where it does.
  private func filters(for change: ReviewedChange, _ files: [ChangedFile]) -> [any FindingFilter] {
    [
      ChangedLinesFilter(files: files, isEverythingInChange: change.isEverythingInChange),
      DuplicateFilter(),
      PerRuleLimitFilter(limit: settings.limitPerRule),
      OrderFilter(),
    ]
  }

  private func reviews(
    of paths: [String], in checkout: ContainedDirectory, _ texts: [String: [UInt8]]?
  ) async -> [FileReview] {
    await withTaskGroup(of: (Int, FileReview).self) { group in
      var reviews = [FileReview?](repeating: nil, count: paths.count)
      var slowFiles = 0
      for (index, path) in paths.enumerated() {
        if index >= width, let (finished, review) = await group.next() {
          reviews[finished] = review
          onFile?()
          slowFiles += review.isSlow ? 1 : 0
        }
        let limit = slowFiles < Self.maximumSlowFiles ? parseLimit : .zero
        group.addTask { (index, review(of: path, in: checkout, texts, parseLimit: limit)) }
      }
      for await (finished, review) in group {
        reviews[finished] = review
        onFile?()
      }
      return reviews.compactMap(\.self)
    }
  }

  private func review(
    of path: String, in checkout: ContainedDirectory, _ texts: [String: [UInt8]]?, parseLimit: Duration
  ) -> FileReview {
    var review = FileReview(path: path)
    let rules = rules(for: path)
    guard !rules.isEmpty, !Task.isCancelled else { return review }
    do throws(ContainedDirectory.Failure) {
      let bytes: [UInt8]
      if let texts {
        bytes = try Self.bytes(texts[path])
      } else {
        bytes = try checkout.bytes(at: path, limit: Self.maximumBytes)
      }
      let key = cache?.key(rules: identity, path: path, bytes: bytes)
      if let key, let known = cache?.value(for: key), let findings = FindingCoding.decode(known, path: path) {
        review.findings = findings
        return review
      }
      let text = SourceText(path: path, bytes: bytes)
      review = FileReview(SourceFile(text, parseLimit: parseLimit, trees: trees), rules: rules)
      // A note can depend on the machine: a parse took too long.
      if let key, review.notes.isEmpty { cache?.keep(FindingCoding.encode(review.findings), for: key) }
      return review
    } catch {
      // Git's paths are bytes; those that are not UTF-8 are written as escapes, which are no name of a file.
      let isEscaped = error == .missing && path.contains("\\x")
      review.notes = ["\(path) was skipped: \(isEscaped ? "its name is not UTF-8" : "\(error)")"]
      return review
    }
  }

  private static func bytes(_ text: [UInt8]?) throws(ContainedDirectory.Failure) -> [UInt8] {
    guard let text else { throw .missing }
    guard text.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    return text
  }
}
