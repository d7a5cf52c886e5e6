// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource

/// The size of a change: reviewers find fewer defects in a larger one.
struct SizeRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The maximum number of added and removed lines; 0 for any. Moved lines and those of generated files do not count.",
      allowed: 0...1_000_000)
    var lines = 500
    @RuleOption("The maximum number of changed files; 0 for any.", allowed: 0...1_000_000) var files = 40
  }

  static let description = ChangeRuleDescription(
    id: "size", summary: "Keep pull requests small enough to review.", isRecommended: true,
    example: "{lines: 400, files: 20, message: Split this up}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    let files = change.changes.files.filter { !isGenerated($0, change) }
    var found: [ChangeViolation] = []
    let lines = files.reduce(0) { $0 + Self.lines(of: $1) }
    if options.lines > 0, lines > options.lines {
      found.append(ChangeViolation("\(lines) lines are added or removed; the maximum is \(options.lines)"))
    }
    if options.files > 0, files.count > options.files {
      found.append(ChangeViolation("\(files.count) files are changed; the maximum is \(options.files)"))
    }
    return found
  }

  /// The number of changed lines. A moved line, which is removed in one place and added in another, does not count.
  private static func lines(of file: ChangedFile) -> Int {
    let moved = file.movedLines.count
    return file.addedLines.count - moved + max(0, file.removedLines.count - moved)
  }

  /// Whether the file was generated before the change and still is: a mark that the change adds does not exempt it.
  private func isGenerated(_ file: ChangedFile, _ change: ProposedChange) -> Bool {
    if file.path.hasSuffix("Package.resolved") { return true }
    return file.wasGenerated && (change.newText(of: file).map { GeneratedMark.isIn($0) } ?? true)
  }
}

struct LargeFilesRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("The maximum size of an added or changed file, in units of 1,024 bytes.") var kilobytes = 500
  }

  static let description = ChangeRuleDescription(
    id: "large_files", summary: "Avoid large files: they stay in the history of every clone.", isRecommended: true,
    example: "{kilobytes: 200, excluded: [Fixtures/**]}")

  private let limit: Int

  init(options: Options) { limit = options.kilobytes }

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    change.changes.files.compactMap { file in
      guard file.status != .deleted, let size = change.size(of: file), size > limit << 10 else { return nil }
      return ChangeViolation("the file has \(size >> 10) KiB; the maximum is \(limit) KiB", path: file.path)
    }
  }
}

struct BinaryFilesRule: ChangeRule {
  static let description = ChangeRuleDescription(
    id: "binary_files", summary: "Avoid binary files: they cannot be reviewed as text.",
    example: "{severity: note, excluded: ['**/*.png']}")

  init(options: NoOptions) {}

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    change.changes.files.filter { $0.isBinary && $0.status != .deleted }.map {
      ChangeViolation("the file is binary", path: $0.path)
    }
  }
}

struct ExecutableFilesRule: ChangeRule {
  static let description = ChangeRuleDescription(
    id: "executable_files", summary: "Source files should not be executable.", isRecommended: true,
    example: "{excluded: ['**/*.sh', 'Scripts/**']}")

  init(options: NoOptions) {}

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    change.changes.files.compactMap { file in
      guard file.kind == .executable, [.added, .typeChanged, .renamed].contains(file.status), !isScript(file, change)
      else { return nil }
      return ChangeViolation("the file is executable but not a script", path: file.path)
    }
  }

  private func isScript(_ file: ChangedFile, _ change: ProposedChange) -> Bool {
    file.isBinary || change.newText(of: file)?.starts(with: Array("#!".utf8)) ?? false
  }
}
