// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SeededTesting

/// Types whose members use their properties in closures, in which other declarations hide the properties or not.
///
/// All names are those of properties with the type `Int`, so that a wrong name is valid unless it is hidden.
struct GeneratedScopes {
  private static let names = ["value", "error", "newValue", "oldValue", "item"]
  private static let maximumDepth = 3

  var random: SeededRandom
  private var number = 0
  /// Whether closures capture `self`, as those that escape in a class must.
  private var isClass = false

  init(random: SeededRandom) {
    self.random = random
  }

  mutating func type(_ index: Int) -> String {
    isClass = Bool.random(using: &random)
    let properties = Self.names.map { "  var \($0) = 1" }.joined(separator: "\n")
    let members = (0..<Int.random(in: 1...3, using: &random)).map { _ in member() }.joined(separator: "\n")
    return "\(isClass ? "final class" : "struct") Scopes\(index) {\n\(properties)\n\(members)\n}"
  }

  private mutating func pick(_ choices: String...) -> String {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  private mutating func name() -> String { Self.names[Int.random(in: Self.names.indices, using: &random)] }

  private mutating func unique(_ prefix: String) -> String {
    number += 1
    return "\(prefix)\(number)"
  }

  private mutating func member() -> String {
    let mutating = isClass ? "" : "mutating "
    let (member, name) = (unique("member"), name())
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "\(mutating)func \(member)() {\n\(block(0))\n}"
    case 1: return "\(mutating)func \(member)(\(pick("", "with ", "_ "))\(name): Int) {\n\(block(0))\n}"
    case 2: return "init(\(member) \(name): Int) {\n\(block(0))\n}"
    case 3: return "subscript(\(member) \(name): Int) -> Int {\nget { 1 }\nset {\n\(block(0))\n}\n}"
    case 4: return "var \(member): Int {\nget { 1 }\nset(\(name)) {\n\(block(0))\n}\n}"
    case 5: return "var \(member): Int {\nget { 1 }\nset {\n\(block(0))\n}\n}"
    case 6: return "var \(member) = 0 {\n\(pick("willSet", "didSet"))(\(name)) {\n\(block(0))\n}\n}"
    default: return "var \(member) = 0 {\n\(pick("willSet", "didSet")) {\n\(block(0))\n}\n}"
    }
  }

  private mutating func block(_ depth: Int) -> String {
    var declared: Set<String> = []
    var lines: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      lines.append(depth < Self.maximumDepth ? statement(depth, &declared) : use())
    }
    return (lines + [use()]).joined(separator: "\n")
  }

  /// A property in a closure.
  private mutating func use() -> String {
    let body = pick("take(self.\(name()))", "self.\(name()) = 1", "self.\(name()) += self.\(name())")
    guard isClass else { return pick("run { \(body) }", body) }
    return pick("escape { [self] in \(body) }", "escape { \(body) }", "run { \(body) }", "_ = { \(body) }()")
  }

  private mutating func statement(_ depth: Int, _ declared: inout Set<String>) -> String {
    let name = name()
    if !declared.contains(name), Int.random(in: 0..<3, using: &random) == 0 {
      declared.insert(name)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return "let \(name) = 1"
      case 1: return "\(pick("let", "var")) (\(name), \(unique("other"))) = (1, 2)"
      case 2: return "guard let \(name) = Optional(1) else { return }"
      case 3: return "func \(name)() {}"
      case 4: return "#if DEBUG\nlet \(name) = 1\n#endif"
      default: return "@Wrapped var \(name) = 1"
      }
    }
    let inner = block(depth + 1)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return "if let \(name) = Optional(1) {\n\(inner)\n} else {\n\(use())\n}"
    case 1: return "while let \(name) = Optional(1) {\n\(inner)\n}"
    case 2: return "for \(name) in [1] {\n\(inner)\n}"
    case 3: return "for case let \(name)? in [Optional(1)] {\n\(inner)\n}"
    case 4: return "switch Optional(1) {\ncase let \(name)?:\n\(inner)\ncase nil:\n\(use())\n}"
    case 5: return "do { try work() } catch let \(name) {\n\(inner)\n}"
    case 6: return "do { try work() } catch let \(name) as Failure {\n\(inner)\n} catch {\n\(use())\n}"
    case 7: return "do { try work() } catch Fault.code(let \(name)) {\n\(inner)\n} catch {\n\(use())\n}"
    case 8: return "do { try work() } catch {\n\(inner)\n}"
    case 9: return "with { \(name) in\n\(inner)\n}"
    case 10: return "with { (\(name): Int) in\n\(inner)\n}"
    case 11: return "run { [\(name) = 2] in\n\(inner)\n}"
    case 12: return "func \(unique("inner"))(\(pick("", "with ", "_ "))\(name): Int) {\n\(inner)\n}"
    case 13: return "var \(unique("inner")): Int {\nget { 1 }\nset(\(name)) {\n\(inner)\n}\n}"
    case 14: return "each { $\(name) in\n\(inner)\n}"
    case 15: return "defer {\n\(use())\n}"
    case 16: return "_ = count {\nlet \(name) = 1\nrun { self.\(self.name()) }\n\(pick("1", "2"))\n}"
    case 17: return "if case let .some(\(name)) = Optional(1), \(name) > 0 {\n\(inner)\n}"
    case 18: return "#if DEBUG\ndo {\n\(inner)\n}\n#else\n\(use())\n#endif"
    default: return "do {\n\(inner)\n}"
    }
  }
}
