// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings
import Foundation
public import SwiftSource

/// Applies rules to the files of a change.
///
/// Rules are pure functions without concurrency. Each file is a task, with a limit of concurrent tasks. The same change
/// gives the same findings in the same order, regardless of the scheduling of the tasks.
public struct RuleLinter: Linter {
  /// The limit of the size of a file; larger files are not read. Rules that need the syntax of a file have a smaller
  /// one, ``ParsedFile/maximumBytes``.
  public static let maximumBytes = 32 << 20
  /// The limit of files whose parse exceeds its time limit, because each continues in its own thread; no more files are
  /// parsed afterwards.
  package static let maximumSlowFiles = 3
  /// The number of files for each processor up to which the largest is begun first.
  private static let maximumFewFiles = 16

  let rules: [ActiveRule]
  /// The rules for all Swift files if no rule is restricted to some paths and there are no custom rules; nil otherwise.
  private let rulesOfSwift: RulesOfFile?
  private let customRules: [CompiledRule]
  /// Notes about invalid custom rules.
  private let customRuleNotes: [Note]
  private let settings: RuleSettings
  private let width: Int
  private let parseLimit: Duration
  private let trees: ParsedTrees?
  private let cache: FindingCache?
  /// The identifiers of the rules by themselves.
  private let names: [String: String]
  /// Identifies the settings in keys of the cache.
  private let identity: [UInt8]
  private let onFile: (@Sendable () -> Void)?
  private let makesSuggestions: Bool

  /// - Parameters:
  ///   - width: the number of files that are checked concurrently.
  ///   - parseLimit: the time limit for parsing one file.
  ///   - trees: receives the syntax trees of the files, for later stages.
  ///   - cache: the findings of earlier runs.
  ///   - makesSuggestions: whether findings have suggestions, which are checked to parse.
  ///   - today: the day with which dates in comments are compared.
  ///   - onFile: called for each checked file.
  /// - Throws: ``RuleSettingsError`` if the settings name an unknown rule or option.
  public init(
    rules types: [any Rule.Type], settings: RuleSettings, width: Int,
    parseLimit: Duration = ParsedFile.defaultLimit, trees: ParsedTrees? = nil, cache: FindingCache? = nil,
    makesSuggestions: Bool = true, today: CalendarDay = .today, onFile: (@Sendable () -> Void)? = nil
  ) throws(RuleSettingsError) {
    let known = types.map { $0.description.id }.sorted()
    for id in settings.rules.keys.sorted() where !known.contains(id) {
      throw RuleSettingsError(message: "unknown rule \(id)")
    }
    let named = known + settings.customRules.map(\.id)
    var rules: [ActiveRule] = []
    for type in types.sorted(by: { $0.description.id < $1.description.id }) {
      let setting = settings.rules[type.description.id]
      if let rule = try ActiveRule(
        type, setting: setting, defaults: settings.defaults, knownRules: named, today: today)
      {
        rules.append(rule)
      }
    }
    self.rules = rules
    // Only findings of the cache need them.
    names = cache == nil ? [:] : Dictionary(rules.map { ($0.id, $0.id) }) { first, _ in first }
    (customRules, customRuleNotes) = CompiledRule.all(settings.customRules)
    rulesOfSwift =
      customRules.isEmpty && rules.allSatisfy(\.hasNoPaths) ? RulesOfFile(builtIn: rules, custom: []) : nil
    self.settings = settings
    self.width = max(1, width)
    self.parseLimit = parseLimit
    self.trees = trees
    self.cache = cache
    self.onFile = onFile
    self.makesSuggestions = makesSuggestions
    let day = rules.contains { $0.id == ExpiringTodoRule.description.id } ? "\(today)" : ""
    identity =
      cache == nil ? [] : SHA256.hash(Array("\(makesSuggestions) \(day) \(settings.identity)".utf8))
  }

  /// The findings in one text, which need not be a file of a checkout, in order and without fingerprints.
  ///
  /// - Returns: the findings, and notes about checks that could not run.
  public func findings(in text: SourceText) -> (findings: [Finding], notes: [Note]) {
    let review = review(text, rules(for: text.path), parseLimit: parseLimit, keepsCorrections: makesSuggestions)
    return (
      review.findings.map(\.finding).sorted(by: Finding.isInOrder),
      review.notes + review.unchecked.map { Note(path: text.path, was: "not checked", because: $0) }
    )
  }

  /// Applies the rules to a text on a thread that can walk its tree, however deep it is.
  func review(
    _ text: SourceText, _ rules: RulesOfFile, parseLimit: Duration, keepsCorrections: Bool
  ) -> FileReview {
    let mayParse = text.isSwift && (rules.needsSyntax || !rules.custom.isEmpty || text.mayHaveDirectives)
    guard mayParse, parseLimit > .zero else {
      return FileReview(
        SourceFile(text, parseLimit: parseLimit, trees: trees), rules: rules, keepsCorrections: keepsCorrections)
    }
    let trees = trees
    return DeepStack.run { stack in
      FileReview(
        SourceFile(text, parseLimit: parseLimit, trees: trees, on: stack), rules: rules,
        keepsCorrections: keepsCorrections)
    }
      ?? FileReview(
        SourceFile(text, refused: .tooSlow(limit: parseLimit)), rules: rules, keepsCorrections: keepsCorrections)
  }

  func rules(for path: String) -> RulesOfFile {
    if let rulesOfSwift, path.hasSuffix(".swift") { return rulesOfSwift }
    return RulesOfFile(
      builtIn: rules.filter { $0.applies(to: path) },
      custom: customRules.filter { $0.applies(to: path) })
  }

  /// Returns whether a rule is applied to a file.
  public func applies(_ rule: String, to path: String) -> Bool {
    guard !settings.excluded.contains(where: { $0.matches(path) }) else { return false }
    let rules = rules(for: path)
    return rules.builtIn.contains { $0.id == rule } || rules.custom.contains { $0.rule.id == rule }
  }

  /// Returns whether a rule applies to a file.
  public func checks(_ path: String) -> Bool {
    !settings.excluded.contains { $0.matches(path) } && !rules(for: path).isEmpty
  }

  public func findings(in change: ReviewedChange) async -> ReviewedFindings {
    let files = change.changes.files.filter { file in
      file.hasText && !settings.excluded.contains { $0.matches(file.path) }
    }
    let checked = await check(
      files.sorted { $0.path < $1.path }, in: change.root, change.texts,
      ChangedLinesFilter(files: files, isEverythingInChange: change.isEverythingInChange))
    var found = checked.found
    var notes = customRuleNotes + checked.notes
    PerRuleLimitFilter(limit: settings.limitPerRule).apply(to: &found, notes: &notes)
    return ReviewedFindings(found: found, notes: notes, unchecked: checked.unchecked, suppressed: checked.suppressed)
  }

  /// The results of one file.
  private struct CheckedFile: Sendable {
    var found: [LocatedFinding] = []
    var notes: [Note] = []
    var unchecked: [UncheckedFile] = []
    var suppressed: [SuppressedFinding] = []
    var isSlow = false
  }

  /// The results of files, joined in the order of the files as early as possible, because otherwise all findings would
  /// be in memory twice at the end.
  private struct CheckedFiles {
    private(set) var found: [LocatedFinding] = []
    private(set) var notes: [Note] = []
    private(set) var unchecked: [UncheckedFile] = []
    private(set) var suppressed: [SuppressedFinding] = []
    private let count: Int
    private var nextIndex = 0
    /// The results of files after one that is not finished.
    private var later: [Int: CheckedFile] = [:]

    /// - Parameter count: the number of files.
    init(count: Int) { self.count = count }

    mutating func add(_ file: CheckedFile, at index: Int) {
      later[index] = file
      while let next = later.removeValue(forKey: nextIndex) {
        reserve(next.found.count)
        found += next.found
        notes += next.notes
        unchecked += next.unchecked
        suppressed += next.suppressed
        nextIndex += 1
      }
    }

    /// Makes room for more findings, and for those of the other files if they have as many. While a list is copied to a
    /// larger one both are in memory, so it should not happen when the list is long; room without findings takes none.
    private mutating func reserve(_ additional: Int) {
      let needed = found.count + additional
      guard needed > found.capacity else { return }
      found.reserveCapacity(min(needed * count / (nextIndex + 1), 8 * needed) + needed / 4)
    }
  }

  /// Returns the indices of the files in the order in which they are begun.
  ///
  /// Of few files the largest is begun first: as the last one, it would occupy one processor while the others have nothing
  /// left to do. Among many this does not matter, and the findings would wait for those of the files before them.
  private func order(of all: [ChangedFile], in checkout: any SourceFolder, _ texts: [String: [UInt8]]?) -> [Int] {
    guard width > 1, all.count > width, all.count <= Self.maximumFewFiles * width else { return Array(all.indices) }
    let sizes = all.map { file in
      let size = if let texts { texts[file.path]?.count } else { checkout.size(at: file.textPath) }
      return size ?? 0
    }
    return all.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
  }

  private func check(
    _ all: [ChangedFile], in checkout: any SourceFolder, _ texts: [String: [UInt8]]?, _ marking: ChangedLinesFilter
  ) async -> CheckedFiles {
    let order = order(of: all, in: checkout, texts)
    return await withTaskGroup(of: (Int, CheckedFile).self) { group in
      var files = CheckedFiles(count: all.count)
      var slowFiles = 0
      for (number, index) in order.enumerated() {
        if number >= width, let (finished, file) = await group.next() {
          files.add(file, at: finished)
          onFile?()
          slowFiles += file.isSlow ? 1 : 0
        }
        let changed = all[index]
        let limit = slowFiles < Self.maximumSlowFiles ? parseLimit : .zero
        group.addTask {
          var file = check(changed, in: checkout, texts, parseLimit: limit)
          marking.apply(to: &file.found, of: changed.path)
          return (index, file)
        }
      }
      for await (finished, file) in group {
        files.add(file, at: finished)
        onFile?()
      }
      return files
    }
  }

  private func check(
    _ file: ChangedFile, in checkout: any SourceFolder, _ texts: [String: [UInt8]]?, parseLimit: Duration
  ) -> CheckedFile {
    let path = file.path
    let rules = rules(for: path)
    guard !rules.isEmpty, !Task.isCancelled else { return CheckedFile() }
    do throws(UnreadableSource) {
      let bytes: [UInt8]
      if let texts {
        bytes = try Self.bytes(texts[path])
      } else {
        bytes = try checkout.source(at: file.textPath, limit: Self.maximumBytes)
      }
      guard !GitLFSPointer.isPointer(bytes) else { throw GitLFSPointer.reason }
      let key = cache?.key(rules: identity, path: path, bytes: bytes)
      // A comparison may have reported the line ends already, and read the texts that it gives.
      let isCompared = texts != nil || file.uncheckedReason != nil
      let lineEnds = path.hasSuffix(".swift") && !isCompared ? LineEnds.problem(inSwift: bytes) : nil
      if let key, let known = cache?.value(for: key),
        let found = FindingCoding.decode(known, of: FindingFile(path: path, bytes: bytes), names: names)
      {
        return CheckedFile(found: found.keepingLines(), unchecked: Self.unchecked(path, lineEnds))
      }
      let text = SourceText(path: path, bytes: bytes)
      let review = review(text, rules, parseLimit: parseLimit, keepsCorrections: makesSuggestions)
      let found = FileFindings.reported(review.findings)
      // A note can depend on the speed of the machine, such as one about a slow parse.
      if let key, review.notes.isEmpty, review.unchecked.isEmpty {
        cache?.keep(FindingCoding.encode(found), for: key)
      }
      return CheckedFile(
        found: found.keepingLines(), notes: review.notes,
        unchecked: Self.unchecked(path, lineEnds) + review.unchecked.map { UncheckedFile(path: path, reason: $0) },
        suppressed: review.keptSuppressed,
        isSlow: review.isSlow)
    } catch {
      // Git's paths are bytes; those that are not UTF-8 are escaped, and no file has the escaped name.
      let isEscaped = error == .missing && path.contains("\\x")
      let reason =
        isEscaped ? "its name is not UTF-8" : texts != nil && error == .missing ? "it was not read" : "\(error)"
      return CheckedFile(unchecked: [UncheckedFile(path: path, reason: reason)])
    }
  }

  private static func unchecked(_ path: String, _ reason: String?) -> [UncheckedFile] {
    reason.map { [UncheckedFile(path: path, reason: $0)] } ?? []
  }

  private static func bytes(_ text: [UInt8]?) throws(UnreadableSource) -> [UInt8] {
    guard let text else { throw .missing }
    guard text.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    return text
  }
}

/// The rules of the program, and the linter that applies them.
public struct BuiltInRulesAssembly: Sendable {
  /// The rules and options that are valid in a configuration.
  public var catalogue: RuleCatalogue { Self.sharedCatalogue }
  /// Made once, because a program makes several of these values.
  private static let sharedCatalogue = RuleCatalogue(BuiltInRules.all)
  private let trees: ParsedTrees?
  /// The findings of earlier runs.
  public var cache: FindingCache?
  /// Whether findings have suggestions, which cost more time than several rules.
  public var makesSuggestions = true
  /// Called for each checked file, possibly on several threads.
  public var onFile: (@Sendable () -> Void)?

  /// - Parameter trees: receives the syntax trees of the files, for later stages.
  public init(trees: ParsedTrees? = nil) {
    self.trees = trees
  }

  /// Makes a linter for the settings, which checks as many files concurrently as there are active processors.
  ///
  /// - Throws: ``RuleSettingsError`` when the settings name an unknown rule or option.
  public func linter(_ settings: RuleSettings) throws(RuleSettingsError) -> RuleLinter {
    try RuleLinter(
      rules: BuiltInRules.all, settings: settings, width: ProcessInfo.processInfo.activeProcessorCount, trees: trees,
      cache: cache, makesSuggestions: makesSuggestions, onFile: onFile)
  }
}
