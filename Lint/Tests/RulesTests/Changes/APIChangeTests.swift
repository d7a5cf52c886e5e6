// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import Rules

struct APIChangeTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let before: String
    let after: String
    let messages: [String]

    init(_ before: String, _ after: String, _ messages: String...) {
      (self.before, self.after, self.messages) = (before, after, messages)
    }

    var testDescription: String { "\(before) → \(after)" }
  }

  private static let breaking: [Case] = [
    Case("public func f() {}", "", "removed: public func f()"),
    Case("public func f() {}", "func f() {}", "removed: public func f()"),
    Case("public func f() {}", "package func f() {}", "removed: public func f()"),
    Case("public func f(a: Int) {}", "public func f(a: String) {}", "changed; it was public func f(a: Int)"),
    Case("public func f(a: Int) {}", "public func f(b: Int) {}", "removed: public func f(a: Int)"),
    Case(
      "public func f() {}", "public func f() async throws {}",
      "changed: callers can no longer use it without await or use it without try; it was public func f()"),
    Case(
      "public func f(a: Int = 1) {}", "public func f(a: Int) {}",
      "changed: callers can no longer leave out a; it was public func f(a: Int = 1)"),
    Case(
      "public struct S { public var x: Int }", "public struct S { public let x: Int }",
      "changed: callers can no longer set it; it was var x: Int"),
    Case(
      "public struct S { public var x: Int }", "public struct S { public private(set) var x: Int }",
      "changed: callers can no longer set it; it was var x: Int"),
    Case(
      "open class C { open func f() {} }", "public class C { public func f() {} }",
      "changed: callers can no longer subclass it; it was class C",
      "changed: callers can no longer override it; it was open func f()"),
    Case(
      "public enum E { case a }", "public enum E { case a, b }",
      "changed: a switch without a default does not handle the new case b"),
    Case(
      "public enum E { case a(Int), b }", "public enum E { case a(String) }", "changed; it was case a(Int)",
      "removed: case b of E"),
    Case(
      "public protocol P { func a() }", "public protocol P { func a(); func b() }",
      "changed: new requirement without a default implementation: func b()"),
    Case(
      "public struct S: Hashable, Sendable {}", "public struct S: Sendable {}",
      "changed: S no longer conforms to Hashable"),
    Case("public extension Int { func f() {} }", "extension Int { func f() {} }", "removed: func f() of Int"),
    Case("public typealias A = Int", "public typealias A = UInt", "changed; it was public typealias A = Int"),
    Case(
      "public struct S { public init(a: Int) {} }", "public struct S { public init?(a: Int) {} }",
      "changed; it was public init(a: Int)"),
  ]

  private static let compatible: [Case] = [
    Case("func f() {}", ""),
    Case("@_spi(Tests) public func f() {}", ""),
    Case("struct S { public func f() {} }", ""),
    Case("public func f(a x: Int) {}", "/// F.\npublic func f(a y: Int) { _ = y }"),
    Case("public func f(a: Int) {}", "public func f(a: Int, b: Int = 1) {}"),
    Case("public func f() throws {}", "public func f() {}"),
    Case("public class C {}", "open class C {}"),
    Case("public struct S { public let x: Int }", "public struct S { public var x: Int }"),
    Case("public struct S: Sendable {}", "public struct S {}\nextension S: Sendable {}"),
    Case("public protocol P {}", "public protocol P { func a() }\nextension P { public func a() {} }"),
    Case("public class C: D { public override func f() {} }", "public class C: D {}"),
    Case("#if compiler(>=5.8)\n@_spi(X)\n#endif\npublic func f() {}", ""),
    Case(
      "public struct S { public init(a: Int = 1) {} }",
      "public struct S { public init(a: Int) {}\n public init() {} }"),
    Case("public let x = 1", "public let x: Int = 1"),
    Case("public func f() {}\npublic func g() {}", "#if os(Linux)\npublic func f() {}\n#endif\npublic func g() {}"),
    Case("public func f() {}", "public func f( ) {  }"),
  ]

  @Test(arguments: breaking + compatible)
  private func `API changes that affect callers are reported`(sample: Case) throws {
    var change = ChangeRuleSample()
    change.change("Sources/A/A.swift", from: sample.before, to: sample.after)
    let found = try change.messages("api_changes")
    #expect(
      found.map { $0.replacing(#/^Sources/A/A.swift:[0-9]+: public API /#, with: "") } == sample.messages)
  }

  @Test func `a declaration that moves to another file is not reported as removed`() throws {
    var change = ChangeRuleSample()
    change.change("Sources/A/A.swift", from: "public func f() {}", to: "// nothing")
    change.change("Sources/A/B.swift", to: "public func f() {}")
    #expect(try change.messages("api_changes") == [])
    // A change of tests does not count, and a label permits the other one.
    change.change("Tests/T.swift", from: "public func t() {}", to: "")
    change.change("Sources/A/C.swift", from: "public func c() {}")
    #expect(try change.messages("api_changes").count == 1)
    change.labels = ["breaking"]
    #expect(try change.messages("api_changes", ["unless_labels": ["breaking"]]) == [])
  }

  @Test func `declarations of a file that cannot be parsed are not reported as removed`() throws {
    var change = ChangeRuleSample()
    change.change(
      "Sources/A/A.swift", from: "public func f() {}", to: String(repeating: "(", count: 10_000))
    #expect(try change.messages("api_changes") == [])
  }

  @Test func `new public declarations without documentation are reported`() throws {
    var change = ChangeRuleSample()
    change.change(
      "Sources/A/A.swift", from: "public struct S {\n  public func known() {}\n}",
      to: """
        public struct S {
          public func known() {}
          public func new() {}
          /// Documented.
          public func other() {}
          public func hash(into hasher: inout Hasher) {}
          func own() {}
        }
        """)
    #expect(
      try change.messages("api_documentation") == [
        "Sources/A/A.swift:3: new public API without documentation: public func new()"
      ])
  }
}
