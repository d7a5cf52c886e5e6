// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The breaking changes between two versions of a public API.
struct APIComparison {
  struct Break: Hashable {
    let message: String
    /// The path of the new declaration; of the old file if there is none.
    let path: String
    let line: Int
  }

  let old: PublicAPI
  let new: PublicAPI

  /// The breaking changes of the old declarations, in their order; then breaking additions and lost conformances.
  func breaks() -> [Break] {
    let known = Dictionary(grouping: new.items, by: \.name)
    var found: [Break] = []
    for (name, before) in grouped(old.items) {
      found += compare(before, with: known[name] ?? [])
    }
    return found + additions() + lostConformances()
  }

  /// Groups the items by name, in the order of the first item of each name.
  private func grouped(_ items: [PublicAPI.Item]) -> [(String, [PublicAPI.Item])] {
    let groups = Dictionary(grouping: items, by: \.name)
    var seen: Set<String> = []
    return items.filter { seen.insert($0.name).inserted }.map { ($0.name, groups[$0.name] ?? []) }
  }

  /// - Parameters:
  ///   - before: the old overloads with one name.
  ///   - after: the new overloads with the same name.
  private func compare(_ before: [PublicAPI.Item], with after: [PublicAPI.Item]) -> [Break] {
    var rest = after
    var unmatched: [PublicAPI.Item] = []
    var found: [Break] = []
    for item in before {
      guard let index = rest.firstIndex(where: { $0.signature == item.signature }) else {
        unmatched.append(item)
        continue
      }
      found += losses(of: item, in: rest.remove(at: index))
    }
    // Callers of a lost override use the member of the superclass, whose loss would be reported.
    for item in unmatched where item.role != .override {
      if let index = rest.firstIndex(where: { $0.signature.isEmpty || item.signature.isEmpty }) {
        // The type of one of them is inferred.
        found += losses(of: item, in: rest.remove(at: index))
      } else if let changed = rest.first {
        rest.removeFirst()
        found.append(
          Break(message: "public API changed; it was \(item.text)", path: changed.path, line: changed.line))
      } else if !isReplaced(item) {
        found.append(
          Break(message: "public API removed: \(item.text)\(scope(of: item))", path: item.path, line: 1))
      }
    }
    return found
  }

  private func losses(of item: PublicAPI.Item, in now: PublicAPI.Item) -> [Break] {
    var lost = item.abilities.subtracting(now.abilities).map(\.rawValue).sorted()
    for (before, after) in zip(item.parameters, now.parameters)
    where before.hasDefault && !after.hasDefault && !isOverloaded(item, without: before) {
      lost.append("leave out \(before.label)")
    }
    guard !lost.isEmpty else { return [] }
    return [
      Break(
        message: "public API changed: callers can no longer \(lost.joined(separator: " or ")); it was \(item.text)",
        path: now.path, line: now.line)
    ]
  }

  /// Whether another declaration accepts the calls that omit a parameter.
  private func isOverloaded(_ item: PublicAPI.Item, without parameter: PublicAPI.Item.Parameter) -> Bool {
    guard let open = item.name.firstIndex(of: "(") else { return false }
    let rest = item.parameters.filter { $0 != parameter }.map { [$0.label, $0.type] }
    return new.items.contains { candidate in
      candidate.name.hasPrefix(item.name[...open]) && candidate.parameters.map { [$0.label, $0.type] } == rest
    }
  }

  /// Whether calls still compile because only parameters with defaults were added.
  private func isReplaced(_ item: PublicAPI.Item) -> Bool {
    guard let open = item.name.firstIndex(of: "(") else { return false }
    let stem = item.name[...open]
    return new.items.contains { candidate in
      guard candidate.name.hasPrefix(stem) else { return false }
      var rest = item.parameters[...]
      for parameter in candidate.parameters {
        if let next = rest.first, next.label == parameter.label, next.type == parameter.type,
          !next.hasDefault || parameter.hasDefault
        {
          rest.removeFirst()
        } else if !parameter.hasDefault {
          return false
        }
      }
      return rest.isEmpty && item.abilities.isSubset(of: candidate.abilities)
    }
  }

  /// New requirements without a default implementation, and new cases, which a switch without a default does not have.
  private func additions() -> [Break] {
    let names = Set(old.items.map(\.name))
    let provided = Set(new.items.filter { $0.role == .other }.map { $0.name.droppingConditions })
    return new.items.filter { !names.contains($0.name) }.compactMap { item in
      switch item.role {
      case .requirement(let type) where old.types.contains(type) && !provided.contains(item.name):
        Break(
          message: "public API changed: new requirement without a default implementation: \(item.text)",
          path: item.path,
          line: item.line)
      case .enumCase(let type) where old.types.contains(type):
        Break(
          message: "public API changed: a switch without a default does not handle the new \(item.text)",
          path: item.path, line: item.line)
      default: nil
      }
    }
  }

  private func lostConformances() -> [Break] {
    old.conformances.sorted { $0.key < $1.key }.compactMap { type, names in
      guard old.types.contains(type), new.types.contains(type) else { return nil }
      let lost = names.subtracting(new.conformances[type] ?? []).sorted()
      guard !lost.isEmpty, let now = new.items.first(where: { $0.name.hasSuffix(" \(type)") && $0.role == .other })
      else {
        return nil
      }
      return Break(
        message: "public API changed: \(type) no longer conforms to \(lost.joined(separator: ", "))", path: now.path,
        line: now.line)
    }
  }

  private func scope(of item: PublicAPI.Item) -> String {
    let name = item.name.prefix { $0 != "(" }
    guard let space = name.lastIndex(of: " "), let point = name.lastIndex(of: "."), point > space else { return "" }
    return " of \(name[name.index(after: space)..<point])"
  }
}

extension String {
  /// Reduces `func Point where A == B.x()` to `func Point.x()`: an extension with conditions provides requirements too.
  fileprivate var droppingConditions: String {
    guard let start = range(of: " where "), let end = self[start.upperBound...].lastIndex(of: ".") else { return self }
    return String(self[..<start.lowerBound] + self[end...])
  }
}
