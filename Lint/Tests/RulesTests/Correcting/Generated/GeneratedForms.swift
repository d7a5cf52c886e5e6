// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SeededTesting

/// Declarations that look as if a correction applied, some of which would mean something else after it.
enum GeneratedForms {
  /// Each makes a declaration with names that end with a number.
  typealias Form = @Sendable (inout SeededRandom, Int) -> String

  static let all: [Form] = [
    { random, n in
      let attribute = pick(&random, "", "@Counting ")
      let condition = pick(&random, "", "#if DEBUG\n  init(other: Int) { self.body = { other } }\n#endif")
      let access = pick(&random, "", "internal ", "nonisolated ")
      return """
        struct Row\(n) {
          let body: () -> Int
          \(access)init(\(attribute)body: @escaping () -> Int) {
            self.body = body
          }
          \(condition)
        }
        let row\(n) = Row\(n) {
          \(attribute.isEmpty ? "" : "1\n2\n")3
        }
        """
    },
    { random, n in
      let attempt = pick(&random, "try", "try?", "try!")
      let effect = attempt == "try?" ? pick(&random, "", " throws") : " throws"
      return """
        class Loader\(n): Base {
          override func load()\(effect) {
            \(attempt) super.load()
          }
          override func number() -> Int { \(pick(&random, "return ", ""))super.number() }
          override func wait() async { await super.wait() }
        }
        func load\(n)() throws { \(effect.isEmpty ? "" : "try ")Loader\(n)().load() }
        """
    },
    { random, n in
      let name = pick(&random, "value", "other")
      let body = pick(&random, "take(value)", "take($value)", "take(_value)", "take(1)")
      return """
        func projected\(n)() {
          each { $\(name) in \(body.replacing("value", with: name)) }
          with { \(name) in \(pick(&random, "take(\(name))", "take(1)")) }
        }
        """
    },
    { random, n in
      let parameter = pick(&random, "a: Int", "_ a: Int", "b a: Int")
      let label = ["a: Int": "a: ", "_ a: Int": "", "b a: Int": "b: "][parameter, default: ""]
      return """
        struct Parameters\(n) {
          subscript(\(parameter)) -> Int { \(pick(&random, "1", "a")) }
          func f(\(parameter)) -> Int { \(pick(&random, "1", "a", "run { a }")) }
          static func == (a: Self, b: Self) -> Bool { \(pick(&random, "true", "a.f(\(label)1) == 1")) }
        }
        func parameters\(n)(_ p: Parameters\(n)) {
          take(p.f(\(label)1))
          take(p[\(parameter.hasPrefix("b") ? "b: " : "")1])
          take(p == p)
        }
        """
    },
    { random, n in
      let type = pick(
        &random, "Array<Int>", "Optional<Int>", "Dictionary<String, Array<Int>>", "Array<(_ a: Int) -> Void>",
        "Optional<() -> Void>", "Array<Optional<(a: Int, b: Int)>>", "Optional<any Error>",
        "Array<(inout Int) -> Void>", "Swift.Array<@Sendable () -> Void>")
      return """
        struct Sugar\(n) {
          var a: \(type)
          func f(_ a: \(type)?) -> \(type).Type { \(type).self }
          func g(_ a: Any) -> Bool { if a is \(type) { return true } else { return false } }
        }
        func sugar\(n)() {
          \(type.hasPrefix("Optional") ? "if case Optional<Int>.none = Optional(1) {}" : "take(\(type)())")
        }
        """
    },
    { random, n in
      let access = pick(&random, "", "public ", "@usableFromInline ")
      let member = pick(&random, "public", "internal", "public private(set)")
      return """
        \(access)struct Levels\(n) {
          \(member) var a = 1
          \(access.hasPrefix("@") ? "@inlinable public" : "public") func f() {}
        }
        """
    },
    { random, n in
      let value = pick(&random, "number()", "take(1)", "if n > 0 { number() } else { number() }", "n = 2", "")
      return """
        func results\(n)() {
          var n = 1
          let f = { () -> Void in \(value) }
          f()
          n += 1
        }
        """
    },
    { random, n in
      let base = pick(&random, "Counted()", "[1]", "\"a\"", "[1].filter { $0 > 0 }", "(1...2)")
      return """
        struct Counts\(n) {
          var count = 0
          var isEmpty: Bool { self.count == 0 }
          func f(a: Counted, b: [Int], c: [Int]?) -> Bool { a.count == 0 || b.count != 0 || c?.count == 0 }
        }
        let counts\(n) = \(base).count > 0
        """
    },
    { random, n in
      let outer = pick(&random, "[\"a\": Optional(1)]", "[\"a\": 1]")
      return """
        func nils\(n)(a: Int?, b: Int??) -> Int? {
          let c = \(outer)["a"] ?? nil
          take(c)
          return \(pick(&random, "a ?? nil", "b ?? nil", "a?.magnitude.description.count ?? nil"))
        }
        """
    },
    { random, n in
      let value = pick(&random, "Base.make()", "Base.shared", "Base()", "Base.init()")
      return """
        func types\(n)() {
          var a: Base = \(value)
          a = Base()
          take(a.values)
        }
        """
    },
    { random, n in
      let property = pick(&random, "var b: Int { 1 }", "var b: Int { get throws { 1 } }", "func b() -> Int { 1 }")
      let use = property.contains("throws") ? "try $0.b" : property.hasPrefix("func") ? "$0.b()" : "$0.b"
      return """
        struct Paths\(n) { \(property) }
        func paths\(n)(_ list: [Paths\(n)], _ all: [Paths\(n)?]) throws {
          take(try list.map { \(use) })
          take(all.compactMap { $0 })
          take(list.\(pick(&random, "map", "filter")) { \(pick(&random, "_ in true", "$0 as Any is Int")) })
        }
        """
    },
    { random, n in
      let body = pick(&random, "return 5", "return number()", "let _ = number()\n1", "var a: Int? = nil\n1")
      return """
        let built\(n) = count { \(body) }
        @Counting func build\(n)() -> Int {
          let _ = number()
          1
          2
        }
        let mapped\(n) = [1].map { return $0 }
        """
    },
    { random, n in
      let pattern = pick(&random, ".some?", ".none?", ".code(1)?", ".code(_)?", ".code?")
        .replacing(".some?", with: ".pair?").replacing(".code(1)?", with: ".code(_)?")
      return """
        func patterns\(n)(_ fault: Fault?, _ number: Int?) {
          switch fault { case \(pattern): take(1) default: take(2) }
          switch number { case 1?: take(1) case (2...3)?: take(2) default: take(3) }
          if case .pair(_, _)? = fault {}
          do { try work() } catch \(pick(&random, "let error", "(let error)", "let other", "let error where number == 1")) {} catch {}
        }
        """
    },
    { random, n in
      let closure = pick(&random, "first: { 1 }", "second: { 1 }", "first: { 1 }, second: { 2 }")
      return """
        func defaults\(n)(first: () -> Int = { 1 }, second: () -> Int = { 2 }, third: Int = 1) {}
        func curried\(n)() -> (() -> Int) -> Void { { take($0()) } }
        func calls\(n)() {
          defaults\(n)(\(closure))
          curried\(n)()({ 1 })
          curried\(n)()() { 1 }
          if [1].contains(where: { $0 == 1 }) {}
          switch [1].map({ $0 }) { default: break }
          for a in [1].map({ $0 }) where [1].contains(where: { $0 == a }) {}
          take([1].first(where: { $0 == 1 }) as Any)
        }
        """.replacing("curried\(n)()() { 1 }", with: "curried\(n)()({ 1 })")
    },
    { random, n in
      let statement = pick(&random, "return;", "take(1);", "let a = 1;")
      return """
        func ends\(n)() {
          \(statement)
          take(2);
          take(3)
        }
        func conditions\(n)(a: Bool) {
          if(a){ take(1) }
          guard(a)else { return }
          while(a){ break }
          switch(a){ case true: take(1); break
          case false: number(); break }
          run { switch a { case true: number(); break
            case false: take(1) } }
        }
        """
    },
    { random, n in
      let shadow = pick(&random, "", "enum Inner { static let b = 1 }", "typealias Own\(n) = Int")
      let call = shadow.contains("typealias") ? "take(Own\(n).max)" : "take(Own\(n).b)"
      return """
        \(pick(&random, "struct", "final class", "class", "enum")) Own\(n) {
          static let b = 1
          \(shadow.contains("typealias") ? "" : shadow)
          func f() { \(shadow.contains("typealias") ? "take(Self.b)" : call) }
          func g<Own\(n): FixedWidthInteger>(_ a: Own\(n)) { take(Own\(n).max) }
          func h() { take(type(of: self).b) }
        }
        """
    },
    { random, n in
      let name = pick(&random, "Other\(n)", "other\(n)")
      return """
        struct Made\(n): ExpressibleByIntegerLiteral {
          var a = 1
          init(a: Int) { self.a = a }
          init(_ b: String) {}
          init(integerLiteral value: Int) { a = value }
        }
        func \(name)(_ a: Int, _ b: Int) -> Made\(n) { Made\(n).init(a: a + b) }
        func local\(n)() {
          let Made\(n) = Made\(n).self
          take(Made\(n).init(a: 1))
        }
        let made\(n) = [Made\(n).init(a: 1), Made\(n).init("b"), UInt64.init(0xffff_ffff).a]
        extension UInt64 { fileprivate var a\(n): Made\(n) { Made\(n).init(integerLiteral: 1) } }
        """.replacing("UInt64.init(0xffff_ffff).a]", with: "UInt64.init(0xffff_ffff).a\(n)]")
    },
    { random, n in
      let left = pick(&random, "b ?? a", "a", "b")
      return """
        func casts\(n)(_ a: Any, _ b: Any?) -> Bool { \(left) as? Int != nil \(pick(&random, "", "&& true", "|| false")) }
        struct Flags\(n) {
          var a = true
          mutating func f() { a = !a; self.a = !self.a }
        }
        let spaces\(n) = [!{true}(), [1].map{ $0 > 0 }[0], {(a)in a}(true)]
        """
    },
  ]
}

private func pick(_ random: inout SeededRandom, _ choices: String...) -> String {
  choices[Int.random(in: choices.indices, using: &random)]
}
