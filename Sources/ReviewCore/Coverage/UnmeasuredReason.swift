// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Why a measurement says nothing about a requested file.
package enum UnmeasuredReason: Hashable, Sendable {
  /// It has code, but no program that the tests ran has it.
  case notLinked
  case typesOnly
  /// All its code is inside `#if`, and none of it was compiled.
  case inactive
  /// Its first comment says that a program wrote it.
  case generated
  /// It is gone, too large, or not Swift that can be parsed.
  case unreadable
  /// The configuration leaves it out.
  case excluded
  /// The configuration says that a program wrote it.
  case generatedByConfiguration

  /// As a sentence without a full stop.
  package var words: String {
    switch self {
    case .notLinked: "its target is not linked into any test bundle"
    case .typesOnly: "it has only types and declarations, nothing to run"
    case .inactive: "all its code is inside #if and was not compiled here"
    case .generated: "its first comment says that it is generated"
    case .unreadable: "it cannot be read or parsed"
    case .excluded: "excluded by coverage.exclude"
    case .generatedByConfiguration: "generated, by paths.generated"
    }
  }

  /// Whether the file has code that tests could have run.
  package var couldBeMeasured: Bool {
    switch self {
    case .notLinked, .unreadable: true
    case .typesOnly, .inactive, .generated, .excluded, .generatedByConfiguration: false
    }
  }
}
