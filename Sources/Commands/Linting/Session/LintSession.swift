// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import Git
import Linting
import ReviewContract
import ReviewHost
import Rules
import SystemPackage

/// Runs the rules for a ``LintRequest``: determines the files, compares the findings with those of the base, and
/// removes known findings.
struct LintSession: Sendable {
  let git: LocalChangeSource
  private let rules: BuiltInRulesAssembly
  private let cache: (folder: FilePath, entries: FindingCache)?
  /// `nil` if other linters are not run.
  let linterDirectories: LinterDirectories?
  private let early: EarlyComparison?

  /// - Parameters:
  ///   - cacheFolder: the folder for findings of earlier runs; `nil` for no cache.
  ///   - program: identifies the build of this program, because the rules of another build can differ.
  ///   - linterDirectories: opens the places for other linters; `nil` if they are not run.
  ///   - early: a comparison by `git` that has begun.
  init(
    git: LocalChangeSource, rules: BuiltInRulesAssembly, cacheFolder: FilePath? = nil,
    program: String = ProgramVersion.number, linterDirectories: LinterDirectories? = nil, early: EarlyComparison? = nil
  ) {
    self.early = early
    self.linterDirectories = linterDirectories
    self.git = git
    self.rules = rules
    cache = cacheFolder.map { ($0, FindingCache(StoredFindings($0), program: program)) }
  }

  /// Saves the findings of this run for later runs.
  func saveCache() { cache?.entries.save() }

  /// - Throws: `WorkspaceError` if git fails, `UsageError` and `ConfigurationError` for invalid input.
  func run(_ request: LintRequest) async throws -> LintResult {
    defer { saveCache() }
    var result: LintResult?
    for subject in try await subjects(of: request) {
      let part = try await run(request, subject)
      guard var whole = result else {
        result = part
        continue
      }
      // Several branches of a push can contain the same commits.
      let seen = Set(whole.findings)
      whole.found += part.found.filter { !seen.contains($0.finding) }
      whole.fileCount += part.fileCount
      whole.old += part.old.filter { !seen.contains($0.finding) }
      whole.knownCount += part.knownCount
      whole.stale += part.stale.filter { !whole.stale.contains($0) }
      whole.notes.merge(part.notes)
      whole.exceedsThreshold = whole.exceedsThreshold || part.exceedsThreshold
      whole.mergeBase = nil
      whole.correctableCount = nil
      result = whole
    }
    if let result { return result }
    // The push only deletes branches.
    let root = try await git.root(around: request.currentFolder)
    return LintResult(root: root, mergeBase: nil, baseName: nil, fileCount: 0, found: [], notes: [])
  }

  /// Returns the top folder of the working tree that contains a folder.
  func root(around folder: FilePath) async throws -> FilePath { try await git.root(around: folder) }

  /// Returns the configuration that a run in the folder would use, with the origins of its values.
  func loadedConfiguration(_ request: LintRequest) async throws -> LoadedConfiguration {
    let current = try await configurationOrDefaults(request)
    let source = try ConfigurationSource(catalogue: rules.catalogue, defaultsFile: request.defaults)
    guard let file = request.swiftLintConfiguration else {
      return try source.load(workingTree: current.root, file: request.configuration, checking: [])
    }
    return LoadedConfiguration(
      current.configuration, over: ReviewConfiguration(catalogue: rules.catalogue), file: file, notes: current.notes)
  }

  /// Returns the configuration that a run in the folder would use; outside of a working tree, the configuration of the
  /// request's files, or the defaults.
  func configurationOrDefaults(
    _ request: LintRequest
  ) async throws -> (configuration: ReviewConfiguration, root: FilePath, notes: [String]) {
    do {
      let root = try await git.root(around: request.currentFolder)
      var notes: [String] = []
      return (try configuration(request, root: root, [], &notes), root, notes)
    } catch let error as WorkspaceError where error.code == .notARepository {
      var notes: [String] = []
      let root = request.currentFolder
      return (try configuration(request, root: root, [], &notes), root, notes)
    }
  }

  private func run(_ request: LintRequest, _ subject: LintSubject) async throws -> LintResult {
    var selected = try await select(request, subject)
    try await runOtherLinters(for: &selected, request)
    var result = try judged(emptying: &selected, request)
    if request.countsCorrections { result.correctableCount = await correctableCount(result, selected.linter) }
    return result
  }

  /// Runs the rules, and selects the findings that the request is about.
  func select(_ request: LintRequest, _ subject: LintSubject) async throws -> SelectedFindings {
    var changes = try LintPaths(request.paths, currentFolder: request.currentFolder, root: subject.change.root)
      .select(from: subject.change.changes)
    var notes: [String] = []
    let configuration = try configuration(request, root: subject.change.root, changes.files.map(\.path), &notes)
    changes = changes.withoutRepeatedTexts(
      excluded: configuration.lint.excluded + configuration.ruleSettings().excluded)
    var rules = rules
    // A cache in the working tree is not used, because code under review can write it.
    if request.usesCache, let cache, !cache.folder.isInside(subject.change.root) { rules.cache = cache.entries }
    rules.makesSuggestions = request.needsSuggestions
    if let progress = request.progress {
      progress(.files(changes.files.count { $0.hasText }))
      rules.onFile = { progress(.file) }
    }
    let linter = try ConfiguredLinter(configuration, rules: rules, limitPerRule: .max)
    let lint = configuration.lint
    var selected = SelectedFindings(
      configuration: configuration,
      selection: FindingSelection(scope: request.scope ?? lint.scope, old: request.old ?? lint.old), linter: linter,
      subject: subject, changes: changes, found: [],
      notes: notes.map { Note($0) })
    selected.named = try await namedPaths(of: request, in: selected)
    try await check(&selected, request)
    try await applyChangeRules(to: &selected)
    return selected
  }

  /// Runs the rules on all files of the selection or on some of them, and replaces their findings.
  func check(_ selected: inout SelectedFindings, _ request: LintRequest, only paths: Set<String>? = nil) async throws {
    let local = selected.subject.change
    let changes =
      paths.map { paths in ChangeSet(files: selected.changes.files.filter { paths.contains($0.path) }) }
      ?? selected.changes
    let texts = selected.subject.texts
    let reviewed = await selected.linter.findings(
      in: ReviewedChange(root: local.root, changes: changes, isEverythingInChange: true, texts: texts))
    selected.notes.merge(reviewed.notes)
    let checked = Set(changes.files.map(\.path))
    selected.unchecked.removeAll { checked.contains($0.path) }
    selected.unchecked += reviewed.unchecked
    var found = reviewed.found
    if !selected.subject.isEverythingInChange {
      let changed = ChangedFindings(linter: selected.linter, scope: selected.selection.scope, git: git)
      found = try await changed.mark(found, local, changes, &selected.notes)
    }
    if selected.found.isEmpty {
      selected.found = found
    } else {
      selected.found.removeAll { checked.contains($0.finding.path) && !$0.finding.isOfChangeRule }
      selected.found = (selected.found + found).ordered()
    }
  }

  /// Removes known findings, and compares the number of warnings with the configured threshold.
  func judged(_ selected: SelectedFindings, _ request: LintRequest) throws -> LintResult {
    var selected = selected
    return try judged(emptying: &selected, request)
  }

  /// The same for a selection that is no longer needed: its findings are moved to the result.
  private func judged(emptying selected: inout SelectedFindings, _ request: LintRequest) throws -> LintResult {
    let local = selected.subject.change
    var result = LintResult(
      root: local.root, mergeBase: local.mergeBase, baseName: local.baseName, baseReason: local.baseReason,
      fileCount: selected.checkedFiles.count, found: selected.found,
      notes: selected.notes + selected.notesOnNames)
    // The findings are changed below; a second reference would cause a copy of all.
    selected.found = []
    result.customRules = selected.configuration.customRules
    try removeKnown(&result, request, selected)
    let old = result.found.count { !$0.finding.isInChange }
    if old > 0 {
      if selected.selection.old == .list { result.old = result.found.filter { !$0.finding.isInChange } }
      result.found.removeAll { !$0.finding.isInChange }
    }
    addUnchecked(&result, selected)
    if let threshold = selected.configuration.lint.warningThreshold {
      result.exceedsThreshold = result.found.count { $0.finding.severity == .warning } > threshold
    }
    if request.isStrict {
      for index in result.found.indices where result.found[index].finding.severity == .warning {
        result.found[index].finding.severity = .error
      }
      for index in result.notes.indices {
        result.notes[index].unfinished = result.notes[index].unfinished.map { check in
          check.severity == .warning ? Note.UnfinishedCheck(check.name, .error) : check
        }
      }
    }
    return result
  }

  private func configuration(
    _ request: LintRequest, root: FilePath, _ paths: [String], _ notes: inout [String]
  ) throws -> ReviewConfiguration {
    var source = try ConfigurationSource(catalogue: rules.catalogue, defaultsFile: request.defaults)
    source.hidesUnavailableRules = request.isOfHook
    if let file = request.swiftLintConfiguration {
      return try source.read(
        swiftLint: file, in: request.currentFolder, workingTree: root, notes: &notes)
    }
    return try source.read(workingTree: root, file: request.configuration, checking: paths, notes: &notes)
  }

  func subjects(of request: LintRequest) async throws -> [LintSubject] {
    switch request.subject {
    case .local(let scope): return [try await subject(request, scope)]
    case .pushed(let refs):
      var subjects: [LintSubject] = []
      for ref in refs { subjects.append(try await subject(request, .pushed(ref))) }
      return subjects
    case .text(let bytes, let path):
      // Only the path of the working tree is needed.
      let root = try await git.root(around: request.currentFolder)
      let absolute = request.currentFolder.pushing(FilePath(path)).lexicallyNormalized()
      guard let inside = String(relativePath: absolute.string, from: root.string) else {
        throw UsageError("\(path) is outside the working tree \(root)", remedy: "name a path inside with --stdin-path")
      }
      let file = ChangedFile(path: inside, status: .added)
      let change = LocalChange(root: root, mergeBase: nil, baseName: nil, changes: ChangeSet(files: [file]))
      return [LintSubject(change: change, texts: [inside: bytes], isEverythingInChange: true)]
    }
  }

  func subject(_ request: LintRequest, _ scope: LocalScope) async throws -> LintSubject {
    let begun = try await early?.take(around: request.currentFolder, scope)
    let local = if let begun { begun } else { try await git.checkedChange(around: request.currentFolder, scope) }
    var texts: [String: [UInt8]]?
    if let blobs = local.newBlobs {
      let readable = Set(local.changes.files.filter(\.hasText).map(\.path))
      texts = try await git.texts(
        of: blobs.filter { readable.contains($0.key) }, around: request.currentFolder, limit: RuleLinter.maximumBytes)
    }
    return LintSubject(change: local, texts: texts, isEverythingInChange: scope == .everything)
  }
}

/// The files of one comparison.
struct LintSubject: Sendable {
  var change: LocalChange
  /// The contents of the files if they differ from the working tree.
  var texts: [String: [UInt8]]?
  /// Whether every line counts as changed.
  let isEverythingInChange: Bool
}

/// The findings of one comparison, before known ones are removed.
struct SelectedFindings: Sendable {
  let configuration: ReviewConfiguration
  let selection: FindingSelection
  let linter: ConfiguredLinter
  var subject: LintSubject
  /// The files that were checked.
  var changes: ChangeSet
  /// With those that do not count, which are not in the change.
  var found: [LintResult.Found]
  var notes: [Note]
  /// The files that a rule did not look at.
  var unchecked: [UncheckedFile] = []
  /// The paths that the request names.
  var named: [NamedPath] = []
  /// The other linters, if they were run.
  var otherLinters: ExternalLinters?

  /// The files that a rule or another linter looked at.
  var checkedFiles: [ChangedFile] {
    let unread = Set(unchecked.map(\.path))
    return changes.files.filter { file in
      linter.checks(file) && !unread.contains(file.path) || otherLinters?.checks(file) == true
    }
  }
}
