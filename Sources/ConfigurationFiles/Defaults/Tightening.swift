// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The condition under which a repository's value of a key is as strict as the operator's.
struct Tightening: Sendable {
  /// The remedy for a repository, such as `use a higher percentage`.
  let remedy: String
  let allows: @Sendable (_ operators: ReviewConfiguration, _ repositorys: ReviewConfiguration) -> Bool

  private typealias Path<Value> = any KeyPath<ReviewConfiguration, Value> & Sendable

  private static func lower<Value: Comparable & SendableMetatype>(_ path: Path<Value>) -> Tightening {
    Tightening(remedy: "use a lower value") { $1[keyPath: path] <= $0[keyPath: path] }
  }

  private static func higher<Value: Comparable & SendableMetatype>(_ path: Path<Value>) -> Tightening {
    Tightening(remedy: "use a higher value") { $1[keyPath: path] >= $0[keyPath: path] }
  }

  /// - Parameter values: the values in order, the loosest first.
  private static func order<Value: Equatable & Sendable & SendableMetatype & RawRepresentable<String>>(
    _ values: [Value], _ path: Path<Value>
  ) -> Tightening {
    Tightening(remedy: "use a later one of \(values.map(\.rawValue).joined(separator: ", "))") { own, other in
      let (own, other) = (own[keyPath: path], other[keyPath: path])
      guard let least = values.firstIndex(of: own), let index = values.firstIndex(of: other) else {
        return own == other
      }
      return index >= least
    }
  }

  private static func fewer<Value: Hashable & SendableMetatype>(_ path: Path<[Value]>) -> Tightening {
    Tightening(remedy: "add no entries") { Set($1[keyPath: path]).isSubset(of: $0[keyPath: path]) }
  }

  private static func more<Value: Hashable & SendableMetatype>(_ path: Path<[Value]>) -> Tightening {
    Tightening(remedy: "keep its entries and add others") {
      Set($1[keyPath: path]).isSuperset(of: $0[keyPath: path])
    }
  }

  /// The keys with an order of values. A repository can change all other keys unless they are locked.
  static let table: [String: Tightening] = [
    "informational": Tightening(remedy: "name fewer parts") {
      $1.informational.parts.isSubset(of: $0.informational.parts)
    },
    "unchecked": order([.note, .fail], \.unchecked),
    "suppressions": order([.allow, .list, .fail], \.suppressions),
    "pull_request.drafts": order([.skip, .lint, .review], \.pullRequest.drafts),
    "pull_request.only_docs": order([.lint, .review], \.pullRequest.onlyDocs),
    "pull_request.skip": Tightening(remedy: "add no entries") { own, other in
      let (own, other) = (own.pullRequest.skip, other.pullRequest.skip)
      return Set(other.labels).isSubset(of: own.labels) && Set(other.authors).isSubset(of: own.authors)
        && Set(other.titles).isSubset(of: own.titles) && Set(other.paths).isSubset(of: own.paths)
    },
    "checkout.test": Tightening(remedy: "use both") {
      $1.checkout.test == .both || $1.checkout.test == $0.checkout.test
    },
    "build.affected_only": Tightening(remedy: "use false") { $0.build.affectedOnly || !$1.build.affectedOnly },
    "build.warnings": order([.off, .change, .all], \.build.warnings),
    "build.time_limit": lower(\.build.timeLimit),
    "build.setup_time_limit": lower(\.build.setupTimeLimit),
    "tests.time_limit": lower(\.tests.timeLimit),
    "tests.retries": lower(\.tests.retries),
    "tests.flaky": order([.pass, .fail], \.tests.flaky),
    "tests.base": order([.off, .cached, .run], \.tests.base),
    "tests.existing_failures": order([.pass, .fail], \.tests.existingFailures),
    "tests.removed": order([.note, .fail], \.tests.removed),
    "coverage.target": Tightening(remedy: "use a higher percentage") { own, other in
      guard case .percent(let least) = own.coverage.target, case .percent(let value) = other.coverage.target else {
        return own.coverage.target == other.coverage.target
      }
      return value.thousandths >= least.thousandths
    },
    "coverage.threshold": lower(\.coverage.threshold.thousandths),
    "coverage.informational": order([.always, .auto, .never], \.coverage.informational),
    "coverage.paths": more(\.coverage.paths),
    "coverage.base": order([.off, .cached, .run], \.coverage.base),
    "coverage.if_no_base": order([.pass, .fail], \.coverage.ifNoBase),
    "coverage.if_tests_failed": order([.skip, .gate], \.coverage.ifTestsFailed),
    "coverage.partials": order([.covered, .half, .missed], \.coverage.partials),
    "coverage.min_lines": lower(\.coverage.minLines),
    "coverage.moved": order([.exclude, .include], \.coverage.moved),
    "coverage.exclude": fewer(\.coverage.exclude),
    "coverage.unmeasured": order([.note, .countAsMissed, .fail], \.coverage.unmeasured),
    "coverage.exclude_unreachable": Tightening(remedy: "use false") {
      $0.coverage.excludeUnreachable || !$1.coverage.excludeUnreachable
    },
    "paths.exclude": fewer(\.paths.exclude),
    "paths.generated": fewer(\.paths.generated),
    "lint.included": Tightening(remedy: "keep its entries and add others, or use an empty list") {
      Self.widens($1.lint.included, $0.lint.included)
    },
    "lint.excluded": fewer(\.lint.excluded),
    "lint.linters": more(\.lint.linters),
  ]

  /// Returns whether a list of included files contains all files of another; an empty list contains all files.
  static func widens(_ list: [Glob], _ other: [Glob]) -> Bool {
    list.isEmpty || (!other.isEmpty && Set(list).isSuperset(of: other))
  }
}

/// A key that repositories cannot loosen when the operator sets it.
struct GuardedKey: Sendable {
  /// The name with the section, such as `coverage.target`.
  let name: String
  let text: @Sendable (ReviewConfiguration) -> String
  let copy: @Sendable (_ from: ReviewConfiguration, _ to: inout ReviewConfiguration) -> Void

  /// The condition for stricter values; nil for a key without an order.
  var tightening: Tightening? { Tightening.table[name] }

  /// All keys except `extends` and the rules, which ``DefaultsGuard`` compares one by one.
  static var all: [GuardedKey] {
    let root = ReviewConfiguration.keys.filter { $0.name != ExtendedFiles.name }.map { key in
      GuardedKey(name: key.name, text: key.text, copy: key.copy)
    }
    return root + of(\.pullRequest) + of(\.checkout) + of(\.build) + of(\.tests) + of(\.coverage) + of(\.comment)
      + of(\.inline) + of(\.paths) + of(\.lint).filter { $0.name != "lint.custom" }
  }

  private static func of<Section: ConfigurationSection>(
    _ path: any WritableKeyPath<ReviewConfiguration, Section> & Sendable
  ) -> [GuardedKey] {
    Section.keys.map { key in
      GuardedKey(name: "\(Section.name).\(key.name)", text: { key.text($0[keyPath: path]) }) {
        key.copy($0[keyPath: path], &$1[keyPath: path])
      }
    }
  }
}
