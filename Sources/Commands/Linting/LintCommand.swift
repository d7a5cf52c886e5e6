// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import Foundation
import Reporting
import ReviewContract
import Rules
import SystemPackage

struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Run the style rules on the working tree's changes before they are pushed.",
    discussion: help.discussion)

  private static let help = CommandHelp(
    text: """
      Checks the changes since the merge base with the branch that they are to be merged into: committed, staged, \
      unstaged and in files that are neither tracked nor ignored. That branch is the one that a CI job names (such as \
      GITHUB_BASE_REF), an upstream that is not the branch's own remote branch, or the default branch: the remote's, \
      init.defaultBranch, main, master. Reports findings that the merge base does not have. Works offline.
      """,
    examples: [
      ("lint", "check the changes of the branch"),
      ("lint --since origin/main Sources", "check the changes since a revision, in one folder"),
      ("lint --all --format json", "check every file, with output for other programs"),
    ],
    statuses: CommandHelp.statuses(gate: "there is a finding with the severity error"),
    variables: [CommandHelp.git] + CommandHelp.bases + [CommandHelp.color])

  @Argument(help: ArgumentHelp("The files and folders to check; default: all.", valueName: "PATH"), completion: .file())
  var paths: [String] = []

  @OptionGroup(title: "Selection") var selection: LintSelection
  @OptionGroup(title: "Configuration") var files: LintConfigurationOptions
  @OptionGroup(title: "Results") var results: LintResultOptions

  func validate() throws {
    if results.fix || results.diff, selection.staged || selection.prePush || selection.stdin {
      throw ValidationError(
        "\(results.fix ? "--fix" : "--diff") corrects the working tree; it excludes --staged, --pre-push and --stdin")
    }
    if results.watch, selection.stdin || selection.prePush {
      throw ValidationError("--watch checks the working tree; it excludes --stdin and --pre-push")
    }
    if selection.stdin, !paths.isEmpty { throw ValidationError("--stdin and PATH exclude each other") }
    if results.pruneBaseline, selection.staged || selection.prePush || selection.stdin {
      throw ValidationError(
        "--prune-baseline checks the working tree; it excludes --staged, --pre-push and --stdin")
    }
    if results.pruneBaseline, results.fix || results.diff || results.writeBaseline != nil {
      throw ValidationError("--prune-baseline excludes --fix, --diff and --write-baseline FILE")
    }
    if files.baseline != nil, results.writeBaseline != nil {
      throw ValidationError("--baseline FILE and --write-baseline FILE exclude each other")
    }
  }

  func run() async throws {
    let folder = FilePath(FileManager.default.currentDirectoryPath)
    let isBaseline = results.writeBaseline != nil || results.pruneBaseline
    var request = LintRequest(try selection.subject(isBaseline: isBaseline), in: folder)
    request.scope = selection.scope
    request.old = selection.old
    request.paths = paths
    request.configuration = files.named.config
    request.swiftLintConfiguration = files.named.swiftlintConfig
    request.defaults = files.named.defaults
    request.isStrict = files.strict
    request.allowsLinters = files.allowLinters
    request.usesCache = !files.ignoresCache
    request.needsSuggestions = results.format.hasSuggestions
    // The correction of an index or of a text is not offered.
    request.countsCorrections =
      results.format == .text && results.output == nil && !results.quiet && !results.fix && !selection.staged
      && !selection.prePush && !selection.stdin
    request.baseline = files.baseline
    request.ignoresBaseline = results.writeBaseline != nil
    request.isBaselineStrict = files.strictBaseline
    request.prunesBaseline = results.pruneBaseline
    let run = LintRun(request: request, results: results, environment: ProcessInfo.processInfo.environment)
    if results.watch { return try await LintWatch(run: run).perform() }
    let status = try await run.perform()
    if status != .passed { throw ExitCode(status.code) }
  }
}

/// The flags that select the files and lines to check.
struct LintSelection: ParsableArguments {
  @Option(help: ArgumentHelp("Compare with this revision.", valueName: "REF"), completion: .gitReferences)
  var since: String?

  @Flag(help: "Compare with the upstream branch, also if it is the branch's own: check what is not pushed.")
  var unpushed = false

  @Flag(help: "Check the index, as it will be committed, against the last commit.")
  var staged = false

  @Flag(help: "Check uncommitted changes.")
  var worktree = false

  @Flag(help: "Check what a push adds; reads the standard input of git's pre-push hook.")
  var prePush = false

  @Flag(help: "Check every line of every file.")
  var all = false

  @Flag(help: "Check the text on the standard input.")
  var stdin = false

  @Option(
    help: ArgumentHelp("The path of the file that the text of --stdin belongs to.", valueName: "PATH"),
    completion: .file())
  var stdinPath: String?

  @Option(
    help: ArgumentHelp(
      "The findings of a changed file that count: new ones on added lines, all in its hunks, or all of the file. Default: lint.scope.",
      valueName: "SCOPE"))
  var scope: FindingScope?

  @Option(
    help: ArgumentHelp(
      "Whether the other findings are listed, without failing the run. Default: lint.old.", valueName: "OLD"))
  var old: OldFindings?

  func validate() throws {
    let chosen = [
      since != nil ? "--since REF" : nil, unpushed ? "--unpushed" : nil, staged ? "--staged" : nil,
      worktree ? "--worktree" : nil,
      prePush ? "--pre-push" : nil, all ? "--all" : nil, stdin ? "--stdin" : nil,
    ].compactMap(\.self)
    if chosen.count > 1 { throw ValidationError("\(chosen.joined(separator: " and ")) exclude each other") }
    if stdin != (stdinPath != nil) { throw ValidationError("--stdin and --stdin-path PATH require each other") }
  }

  /// - Parameter isBaseline: whether a baseline is written or pruned, which is about all findings unless a flag selects
  ///   fewer.
  func subject(isBaseline: Bool) throws -> LintRequest.Subject {
    if let since { return .local(.since(since)) }
    if unpushed { return .local(.unpushed) }
    if staged { return .local(.staged) }
    if worktree { return .local(.worktree) }
    if all { return .local(.everything) }
    if prePush {
      let input = try Self.input(limit: 1 << 20)
      guard let refs = PushedRef.all(in: String(decoding: input, as: UTF8.self)) else {
        throw UsageError(
          "cannot read the pushed branches from the standard input", remedy: "use --pre-push in git's pre-push hook")
      }
      return .pushed(refs)
    }
    if stdin, let stdinPath {
      return .text(try Self.input(limit: RuleLinter.maximumBytes), path: stdinPath)
    }
    return .local(isBaseline ? .everything : .proposed)
  }

  private static func input(limit: Int) throws -> [UInt8] {
    let data = try FileHandle.standardInput.read(upToCount: limit + 1) ?? Data()
    guard data.count <= limit else {
      throw UsageError("the standard input has more than \(limit) bytes", remedy: "check a smaller text")
    }
    return Array(data)
  }
}

/// The flags that select the configuration.
struct LintConfigurationOptions: ParsableArguments {
  @OptionGroup var named: ConfigurationOptions

  @Flag(help: "Report warnings as errors.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Leave out the findings in this baseline, from --write-baseline or SwiftLint.", valueName: "FILE"),
    completion: .file())
  var baseline: String?

  @Flag(help: "Fail if entries of the baseline match no finding of the checked files any more.")
  var strictBaseline = false

  @Flag(help: "Run the linters of lint.linters without a sandbox.")
  var allowLinters = false

  @Flag(name: .customLong("no-cache"), help: "Do not use results of earlier runs.")
  var ignoresCache = false
}

/// The flags that select the output.
struct LintResultOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The output format.", valueName: "FORMAT"))
  var format = FindingFormat.text

  @Option(
    help: ArgumentHelp("Write the findings to this file instead of the standard output.", valueName: "FILE"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Fail when there are more findings.", valueName: "N"))
  var maxFindings: Int?

  @Flag(help: "Correct the findings whose correction is certain, and report the others.")
  var fix = false

  @Flag(help: "Print what --fix would change, and change nothing.")
  var diff = false

  @Flag(help: "Print findings only: no notes and no summary.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Write the findings to this file, for --baseline. Checks every file by default.", valueName: "FILE"),
    completion: .file())
  var writeBaseline: String?

  @Flag(
    help: "Remove the entries of the baseline that match nothing any more; adds none. Checks every file by default.")
  var pruneBaseline = false

  @Flag(help: "Check again after each change of the working tree, until interrupted.")
  var watch = false

  @Flag(help: "Print how long each rule takes for the checked files, instead of findings.")
  var timings = false

  func validate() throws {
    let single = [
      fix ? "--fix" : nil, diff ? "--diff" : nil, writeBaseline != nil ? "--write-baseline FILE" : nil,
      pruneBaseline ? "--prune-baseline" : nil,
      timings ? "--timings" : nil,
    ].compactMap(\.self)
    if watch || timings, let other = single.first(where: { $0 != (watch ? "" : "--timings") }) {
      throw ValidationError("\(watch ? "--watch" : "--timings") and \(other) exclude each other")
    }
    if let maxFindings, maxFindings < 0 { throw ValidationError("--max-findings N must not be negative") }
  }
}

extension FindingFormat: ExpressibleByArgument {}
extension FindingScope: ExpressibleByArgument {}
extension OldFindings: ExpressibleByArgument {}
