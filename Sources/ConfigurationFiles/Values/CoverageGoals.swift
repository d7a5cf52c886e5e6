// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension ValueKind<InformationalChoice> {
  static var informational: ValueKind {
    scalar(
      "true, false or auto", schema: #"{"enum": [true, false, "auto"]}"#, text: \.rawValue
    ) { (text) throws(ValueError) in
      guard let choice = InformationalChoice(rawValue: text) else {
        throw ValueError("expected true, false or auto, found \(shown(text))")
      }
      return choice
    }
  }
}

extension ValueKind<PercentTarget?> {
  static var optionalPercentage: ValueKind {
    let kind = ValueKind<PercentTarget>.percentage
    return ValueKind(description: kind.description, text: { $0.map(kind.text) ?? "0" }) { (node) throws(ValueError) in
      let percent = try kind.read(node)
      return percent.thousandths == 0 ? nil : percent
    }
  }
}

extension ValueKind<CoverageGoal> {
  static var projectGoal: ValueKind {
    mapping("mapping with target, threshold and informational", CoverageGoal(informational: .always), goalKeys(\.self))
  }
}

extension ValueKind<[PathGoal]> {
  private static let maximum = 50

  static var pathGoals: ValueKind {
    let keys = [
      ConfigurationKey<PathGoal>("path", \.paths, .oneOrMoreGlobs, "The files, as a pattern or a list of patterns.")
    ]
    let one = ValueKind<PathGoal>.mapping(
      "mapping with path and target", PathGoal(), keys + goalKeys(\.goal), required: ["path", "target"])
    return mappings(one, upTo: maximum)
  }
}

extension ValueKind<[Glob]> {
  /// A single pattern needs no list around it.
  static var oneOrMoreGlobs: ValueKind {
    let schema = #"{"anyOf": [{"type": "string"}, {"type": "array", "minItems": 1, "items": {"type": "string"}}]}"#
    let description = ValueKindDescription(words: "path pattern or list of path patterns", schema: schema)
    return ValueKind(description: description, text: globs.text) { (node) throws(ValueError) in
      switch node.content {
      case .scalar: return try globs.read(YAMLNode(content: .sequence([node]), mark: node.mark))
      case .sequence(let items) where items.isEmpty: throw ValueError("expected at least one path pattern, found none")
      case .sequence, .mapping, .empty: return try globs.read(node)
      }
    }
  }
}

/// The keys of a goal, wherever it is kept.
private func goalKeys<Holder>(
  _ goal: any WritableKeyPath<Holder, CoverageGoal> & Sendable
) -> [ConfigurationKey<Holder>] {
  [
    ConfigurationKey("target", in: goal, \.target, .coverageTarget, "The share that tests have to cover."),
    ConfigurationKey(
      "threshold", in: goal, \.threshold, .optionalPercentage, "By how many percentage points it may be missed."),
    ConfigurationKey(
      "informational", in: goal, \.informational, .informational, "Whether the number is only shown."),
  ]
}
