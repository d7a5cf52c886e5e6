// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import SwiftSource
import SwiftSyntax

struct DependenciesRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether added and removed dependencies are reported.") var additions = true
    @RuleOption("Whether updates are reported. Downgrades always are.") var updates = false
    @RuleOption("Patterns of the addresses that may be added without a finding, such as `https://github.com/apple/*`.")
    var allowed: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "dependencies",
    summary: "Review new and changed dependencies; require versions instead of branches or revisions.",
    severity: .note,
    needs: [.oldTexts], isRecommended: true, example: "{severity: warning, allowed: ['https://github.com/apple/*']}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    change.changes.files.flatMap { file -> [ChangeViolation] in
      let name = file.path.split(separator: "/").last.map(String.init) ?? ""
      let read: ([UInt8]) -> [Dependency]?
      if name == "Package.resolved" {
        read = Dependency.pins
      } else if name == "Package.swift" || name.hasPrefix("Package@swift-") {
        read = { Dependency.requirements(in: SourceText(path: file.path, bytes: $0)) }
      } else {
        return []
      }
      guard let old = change.oldText(of: file).map(read) ?? [], let new = change.newText(of: file).map(read) ?? []
      else { return [] }
      return differences(old, new).map { ChangeViolation($0.message, path: file.path, line: $0.line) }
    }
  }

  private func differences(_ old: [Dependency], _ new: [Dependency]) -> [(message: String, line: Int)] {
    let before = Dictionary(old.map { ($0.identity, $0) }) { first, _ in first }
    let after = Set(new.map(\.identity))
    var found: [(message: String, line: Int)] = []
    for dependency in new {
      guard let earlier = before[dependency.identity] else {
        if options.additions, !isAllowed(dependency.address) {
          found.append(("the dependency \(dependency.address) is new: \(dependency.requirement)", dependency.line))
        }
        if dependency.isLoose { found.append((Self.problem(dependency), dependency.line)) }
        continue
      }
      guard earlier.requirement != dependency.requirement else { continue }
      if dependency.isLoose {
        found.append((Self.problem(dependency), dependency.line))
      } else if let was = earlier.version, let now = dependency.version, was != now {
        if now < was {
          found.append(("the dependency \(dependency.identity) is downgraded from \(was) to \(now)", dependency.line))
        } else if options.updates {
          found.append(("the dependency \(dependency.identity) is updated from \(was) to \(now)", dependency.line))
        }
      }
    }
    if options.additions {
      found += old.filter { !after.contains($0.identity) }.map { ("the dependency \($0.address) is removed", 1) }
    }
    return found
  }

  private static func problem(_ dependency: Dependency) -> String {
    "the dependency \(dependency.identity) is pinned to \(dependency.requirement), which is not a version"
  }

  private func isAllowed(_ address: String) -> Bool {
    let bare = address.split(separator: "://", maxSplits: 1).last.map(String.init) ?? address
    return options.allowed.contains { pattern in
      let pattern = pattern.split(separator: "://", maxSplits: 1).last.map(String.init) ?? pattern
      return Glob(pattern)?.matches(bare) ?? false
    }
  }
}

/// A dependency of a manifest, or a pin of `Package.resolved`.
private struct Dependency {
  /// The identity in SwiftPM: the last component of the address.
  let identity: String
  let address: String
  /// Such as `from: "1.0.0"` or `1.0.0`.
  let requirement: String
  /// `nil` for a branch or a revision.
  let version: Version?
  let isLoose: Bool
  /// 1-based.
  let line: Int

  /// The numbers of a version and its pre-release identifiers after a hyphen. A pre-release precedes its release.
  struct Version: Comparable, CustomStringConvertible {
    let description: String
    private let numbers: [Int]
    private let suffix: String

    init?(_ text: String) {
      let parts = text.split(separator: "+")[0].split(separator: "-", maxSplits: 1)
      let numbers = parts[0].split(separator: ".").map { Int($0) }
      guard (1...4).contains(numbers.count), !numbers.contains(nil) else { return nil }
      self.numbers = numbers.compactMap(\.self) + [Int](repeating: 0, count: 4 - numbers.count)
      suffix = parts.count > 1 ? String(parts[1]) : ""
      description = text
    }

    static func == (left: Version, right: Version) -> Bool {
      left.numbers == right.numbers && left.suffix == right.suffix
    }

    static func < (left: Version, right: Version) -> Bool {
      if left.numbers != right.numbers { return left.numbers.lexicographicallyPrecedes(right.numbers) }
      if left.suffix.isEmpty || right.suffix.isEmpty { return !left.suffix.isEmpty && right.suffix.isEmpty }
      return left.suffix.compare(right.suffix, options: .numeric) == .orderedAscending
    }
  }

  private static func identity(of address: String) -> String {
    let last = address.split(separator: "/").last.map(String.init) ?? address
    return (last.hasSuffix(".git") ? String(last.dropLast(4)) : last).lowercased()
  }

  // MARK: Package.resolved

  private struct Resolved: Decodable {
    struct Pin: Decodable {
      struct State: Decodable {
        let version: String?
        let branch: String?
        let revision: String?
      }

      let identity: String?
      let location: String?
      let repositoryURL: String?
      let state: State
    }

    struct Object: Decodable { let pins: [Pin] }

    let pins: [Pin]?
    let object: Object?
  }

  /// - Returns: `nil` when the file cannot be read.
  static func pins(_ bytes: [UInt8]) -> [Dependency]? {
    guard let resolved = try? JSONDecoder().decode(Resolved.self, from: Data(bytes)) else { return nil }
    return (resolved.pins ?? resolved.object?.pins ?? []).prefix(2_000).map { pin in
      let address = pin.location ?? pin.repositoryURL ?? pin.identity ?? ""
      let version = pin.state.version.flatMap { $0.isEmpty ? nil : Version($0) }
      let requirement =
        pin.state.version ?? pin.state.branch.map { "the branch \($0)" } ?? "the revision \(pin.state.revision ?? "")"
      return Dependency(
        identity: pin.identity?.lowercased() ?? identity(of: address), address: address, requirement: requirement,
        version: version, isLoose: pin.state.version == nil, line: 1)
    }
  }

  // MARK: Package.swift

  /// - Returns: `nil` when the file cannot be parsed.
  static func requirements(in text: SourceText) -> [Dependency]? {
    guard let file = try? SourceFile(text).parse() else { return nil }
    return file.calls("package").compactMap { call in
      let arguments = Array(call.arguments)
      guard let index = arguments.firstIndex(where: { ["url", "path", "id"].contains($0.label?.text) }),
        let address = firstLiteral(in: arguments[index].expression)
      else { return nil }
      let rest = arguments[(index + 1)...].filter { $0.label?.text != "traits" }
      let kind = rest.first?.label?.text
      let value = rest.first?.expression
      let requirement = rest.map { $0.with(\.trailingComma, nil).bareText }.joined(separator: ", ")
      let isLoose =
        ["branch", "revision"].contains(kind) || requirement.hasPrefix(".branch(")
        || requirement.hasPrefix(".revision(")
      let number = value.flatMap { firstLiteral(in: $0) }
      return Dependency(
        identity: identity(of: address), address: address,
        requirement: arguments[index].label?.text == "path" ? "a path" : requirement,
        version: number.flatMap(Version.init),
        isLoose: isLoose, line: file.line(of: call.positionAfterSkippingLeadingTrivia))
    }
  }

  private static func firstLiteral(in node: ExprSyntax) -> String? {
    for token in node.tokens(viewMode: .sourceAccurate) {
      if case .stringSegment(let text) = token.tokenKind { return text }
    }
    return nil
  }
}
