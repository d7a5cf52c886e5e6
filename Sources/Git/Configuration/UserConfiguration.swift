// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Findings
import Foundation
import SystemPackage

/// The settings of the user's and the system's git configuration that reviewbot respects: which repositories of other
/// users are opened, which files are read, and the usual name of a default branch.
///
/// No other setting is used: no rewritten URLs, and nothing that starts a program, such as filters, hooks, file system
/// monitors and credential helpers. The repository's own configuration has no influence on the first.
struct UserConfiguration {
  /// Facts about the repository, for conditional includes.
  struct Subject {
    let gitDirectory: FilePath
    /// The short name of the checked-out branch.
    let branch: String?
  }

  /// The values of `safe.directory`: paths, `PATH/*` or `*`.
  private(set) var safeDirectories: [String] = []
  private var core: [String: String] = [:]
  /// The value of `init.defaultBranch`.
  private var initialBranch: String?
  private let environment: [String: String]
  private let subject: Subject

  private static let coreNames: Set<String> = ["excludesfile", "autocrlf", "eol"]
  private static let deepestInclude = 10
  private static let mostVariables = 1_000

  init(environment: [String: String], subject: Subject) {
    self.environment = environment
    self.subject = subject
    for file in Self.files(environment) { read(file, depth: 0) }
    for variable in Self.variables(environment) { take(variable, in: nil, depth: 0) }
  }

  /// Returns whether another user's repository may be opened.
  ///
  /// - Parameter path: the working tree, or the git directory of a bare repository.
  func trusts(_ path: FilePath) -> Bool {
    let names = [Self.withoutSlash(path.string), Self.resolved(path.string)]
    return safeDirectories.contains { directory in
      if directory == "*" { return true }
      if directory.hasSuffix("/*") { return names.contains { $0.hasPrefix(directory.dropLast()) } }
      return names.contains(Self.withoutSlash(directory)) || names.contains(Self.resolved(directory))
    }
  }

  /// Returns a configuration file with the variables that decide which files are read, and with `init.defaultBranch`.
  ///
  /// - Parameter root: the base folder of relative paths.
  func text(root: FilePath) -> String {
    var values = core
    let fallback = Self.home("git/ignore", environment)
    if let file = core["excludesfile"].map({ expanded($0) }) ?? fallback?.string, !file.isEmpty {
      values["excludesfile"] = root.pushing(FilePath(file)).string
    }
    let lines = values.sorted { $0.key < $1.key }.map(Self.line)
    let initial = initialBranch.map { "[init]\n" + Self.line("defaultBranch", $0) } ?? ""
    return "[core]\n" + lines.joined() + initial
  }

  private static func line(_ name: String, _ value: String) -> String {
    let escaped = value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#).replacing("\n", with: #"\n"#)
    return "\t\(name) = \"\(escaped)\"\n"
  }

  private static func files(_ environment: [String: String]) -> [FilePath] {
    var files: [FilePath] = []
    if !isTrue(environment["GIT_CONFIG_NOSYSTEM"]) {
      files.append(FilePath(environment["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"))
    }
    if let global = environment["GIT_CONFIG_GLOBAL"] { return files + [FilePath(global)] }
    if let file = home("git/config", environment) { files.append(file) }
    if let home = environment["HOME"], !home.isEmpty { files.append(FilePath(home).appending(".gitconfig")) }
    return files.filter { !$0.isEmpty }
  }

  /// Returns the path of a file in the user's folder for configuration.
  private static func home(_ name: String, _ environment: [String: String]) -> FilePath? {
    if let folder = environment["XDG_CONFIG_HOME"], !folder.isEmpty { return FilePath(folder).pushing(FilePath(name)) }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return FilePath(home).appending(".config").pushing(FilePath(name))
  }

  /// Returns the variables of `git -c` and of `GIT_CONFIG_COUNT`.
  private static func variables(_ environment: [String: String]) -> [GitConfigurationText.Variable] {
    let count = min(environment["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0, mostVariables)
    let counted = (0..<max(count, 0)).compactMap { index in
      environment["GIT_CONFIG_KEY_\(index)"].flatMap {
        GitConfigurationText.Variable(key: $0, value: environment["GIT_CONFIG_VALUE_\(index)"])
      }
    }
    let quoted = (environment["GIT_CONFIG_PARAMETERS"] ?? "").matches(of: /((?:'[^']*'|\\.|[^\s'\\])+)/)
      .prefix(mostVariables).compactMap { match -> GitConfigurationText.Variable? in
        let text = String(match.1).replacing(/'([^']*)'|\\(.)/) { "\($0.1 ?? $0.2 ?? "")" }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return GitConfigurationText.Variable(key: parts[0], value: parts.dropFirst().first)
      }
    return counted + quoted
  }

  private mutating func read(_ file: FilePath, depth: Int) {
    // A missing or unreadable file has no variables, as for git.
    guard depth <= Self.deepestInclude,
      let bytes = try? OpenFile(named: file).bytes(limit: GitConfigurationText.largestFile)
    else { return }
    for variable in GitConfigurationText.variables(in: bytes) { take(variable, in: file, depth: depth) }
  }

  private mutating func take(_ variable: GitConfigurationText.Variable, in file: FilePath?, depth: Int) {
    switch (variable.section, variable.subsection, variable.name) {
    case ("safe", nil, "directory"):
      let value = variable.value ?? ""
      // An empty value removes the previous ones.
      if value.isEmpty { safeDirectories = [] } else { safeDirectories.append(expanded(value)) }
    case ("core", nil, let name) where Self.coreNames.contains(name): core[name] = variable.value ?? "true"
    case ("init", nil, "defaultbranch"): initialBranch = variable.value
    case ("include", nil, "path"): include(variable.value, from: file, depth: depth)
    case ("includeif", let condition?, "path"):
      if holds(condition, in: file) { include(variable.value, from: file, depth: depth) }
    default: break
    }
  }

  private mutating func include(_ path: String?, from file: FilePath?, depth: Int) {
    guard let path, !path.isEmpty else { return }
    let target = FilePath(expanded(path))
    if target.isAbsolute {
      read(target, depth: depth + 1)
    } else if let file {
      read(file.parent.pushing(target), depth: depth + 1)
    }
  }

  /// Returns whether a condition of `includeIf` applies: `gitdir:`, `gitdir/i:` and `onbranch:`.
  private func holds(_ condition: String, in file: FilePath?) -> Bool {
    guard let colon = condition.firstIndex(of: ":") else { return false }
    var pattern = String(condition[condition.index(after: colon)...])
    switch condition[..<colon] {
    case "onbranch":
      if pattern.hasSuffix("/") { pattern += "**" }
      return subject.branch.map { Glob(pattern)?.matches($0) ?? false } ?? false
    case "gitdir", "gitdir/i":
      pattern = expanded(pattern)
      if pattern.hasPrefix("./"), let file { pattern = "\(file.parent)\(pattern.dropFirst())" }
      if !pattern.hasPrefix("/") { pattern = "/**/" + pattern }
      if pattern.hasSuffix("/") { pattern += "**" }
      let directory = Self.withoutSlash(subject.gitDirectory.string)
      let ignoresCase = condition[..<colon] == "gitdir/i"
      func text(_ path: String) -> String { String((ignoresCase ? path.lowercased() : path).dropFirst()) }
      guard let glob = Glob(text(pattern)) else { return false }
      return glob.matches(text(directory)) || glob.matches(text(Self.resolved(directory)))
    default: return false
    }
  }

  /// Returns the path with `~` replaced by the home directory.
  private func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"] else { return path }
    return home + path.dropFirst()
  }

  private static func isTrue(_ value: String?) -> Bool {
    guard let value = value?.lowercased() else { return false }
    return !["", "0", "false", "no", "off"].contains(value)
  }

  private static func withoutSlash(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
