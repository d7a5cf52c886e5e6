// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The condition under which a repository's value of a key is as strict as the operator's.
struct Tightening<Value>: Sendable {
  /// The remedy for a repository, such as `use a higher percentage`.
  let remedy: String
  let allows: @Sendable (_ operators: Value, _ repositorys: Value) -> Bool

  /// Returns the condition for the type that has the value as a part.
  func below<Whole>(_ part: any KeyPath<Whole, Value> & Sendable) -> Tightening<Whole> {
    Tightening<Whole>(remedy: remedy) { [allows] in allows($0[keyPath: part], $1[keyPath: part]) }
  }
}

extension Tightening where Value: Comparable & SendableMetatype {
  static var lower: Tightening { Tightening(remedy: "use a lower value") { $1 <= $0 } }
}

extension Tightening where Value: Equatable & Sendable & SendableMetatype & RawRepresentable<String> {
  /// - Parameter values: the values in order, the loosest first.
  static func order(_ values: Value...) -> Tightening {
    Tightening(remedy: "use a later one of \(values.map(\.rawValue).joined(separator: ", "))") { minimum, other in
      guard let least = values.firstIndex(of: minimum), let index = values.firstIndex(of: other) else {
        return minimum == other
      }
      return index >= least
    }
  }
}

extension Tightening {
  static func fewer<Element: Hashable & SendableMetatype>() -> Tightening where Value == [Element] {
    Tightening(remedy: "add no entries") { Set($1).isSubset(of: $0) }
  }

  static func more<Element: Hashable & SendableMetatype>() -> Tightening where Value == [Element] {
    Tightening(remedy: "keep its entries and add others") { Set($1).isSuperset(of: $0) }
  }
}

extension Tightening<Bool> {
  static var off: Tightening {
    Tightening(remedy: "use false") { $0 || !$1 }
  }

  static var on: Tightening {
    Tightening(remedy: "use true") { !$0 || $1 }
  }
}

extension Tightening<[Glob]> {
  /// For a list of included files.
  static var wider: Tightening {
    Tightening(remedy: "keep its entries and add others, or use an empty list") { isWider($1, than: $0) }
  }

  /// Returns whether a list of included files contains all files of another; an empty list contains all files.
  static func isWider(_ list: [Glob], than other: [Glob]) -> Bool {
    list.isEmpty || (!other.isEmpty && Set(list).isSuperset(of: other))
  }
}

extension Tightening<InformationalParts> {
  static var fewerParts: Tightening {
    Tightening(remedy: "name fewer parts") { $1.parts.isSubset(of: $0.parts) }
  }
}

extension Tightening<SkipConditions> {
  static var fewerConditions: Tightening {
    Tightening(remedy: "add no entries") { minimum, other in
      Set(other.labels).isSubset(of: minimum.labels) && Set(other.authors).isSubset(of: minimum.authors)
        && Set(other.titles).isSubset(of: minimum.titles) && Set(other.paths).isSubset(of: minimum.paths)
    }
  }
}

extension Tightening<TestedTrees> {
  static var both: Tightening {
    Tightening(remedy: "use both") { $1 == .both || $1 == $0 }
  }
}

extension Tightening<CoverageTarget> {
  static var higher: Tightening {
    Tightening(remedy: "use a higher percentage") { minimum, other in
      guard case .percent(let least) = minimum, case .percent(let value) = other else { return minimum == other }
      return value.thousandths >= least.thousandths
    }
  }
}

extension Tightening<PercentTarget?> {
  static var lower: Tightening {
    Tightening(remedy: "use a lower value") {
      ($1?.thousandths ?? 0) <= ($0?.thousandths ?? 0)
    }
  }
}

extension ReviewConfiguration {
  /// The keys that repositories cannot loosen when the operator sets them: all except `extends` and the rules, which
  /// ``DefaultsGuard`` compares one by one.
  static let guardedKeys = allKeys.filter { ![ExtendedFiles.name, "lint.custom"].contains($0.name) }
}
