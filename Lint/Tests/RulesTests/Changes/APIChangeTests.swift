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

    var testDescription: String { "\(before) → \(after)" }
  }

  private static let breaking: [Case] = [
    Case(before: "public func f() {}", after: "", messages: ["removed: public func f()"]),
    Case(before: "public func f() {}", after: "func f() {}", messages: ["removed: public func f()"]),
    Case(before: "public func f() {}", after: "package func f() {}", messages: ["removed: public func f()"]),
    Case(
      before: "public func f(a: Int) {}", after: "public func f(a: String) {}",
      messages: ["changed; it was public func f(a: Int)"]),
    Case(
      before: "public func f(a: Int) {}", after: "public func f(b: Int) {}",
      messages: ["removed: public func f(a: Int)"]),
    Case(
      before: "public func f() {}", after: "public func f() async throws {}",
      messages: ["changed: callers can no longer use it without await or use it without try; it was public func f()"]),
    Case(
      before: "public func f(a: Int = 1) {}", after: "public func f(a: Int) {}",
      messages: ["changed: callers can no longer leave out a; it was public func f(a: Int = 1)"]),
    Case(
      before: "public struct S { public var x: Int }", after: "public struct S { public let x: Int }",
      messages: ["changed: callers can no longer set it; it was var x: Int"]),
    Case(
      before: "public struct S { public var x: Int }", after: "public struct S { public private(set) var x: Int }",
      messages: ["changed: callers can no longer set it; it was var x: Int"]),
    Case(
      before: "open class C { open func f() {} }", after: "public class C { public func f() {} }",
      messages: [
        "changed: callers can no longer subclass it; it was class C",
        "changed: callers can no longer override it; it was open func f()",
      ]),
    Case(
      before: "public enum E { case a }", after: "public enum E { case a, b }",
      messages: ["changed: a switch without a default does not handle the new case b"]),
    Case(
      before: "public enum E { case a(Int), b }", after: "public enum E { case a(String) }",
      messages: ["changed; it was case a(Int)", "removed: case b of E"]),
    Case(
      before: "public protocol P { func a() }", after: "public protocol P { func a(); func b() }",
      messages: ["changed: new requirement without a default implementation: func b()"]),
    Case(
      before: "public struct S: Hashable, Sendable {}", after: "public struct S: Sendable {}",
      messages: ["changed: S no longer conforms to Hashable"]),
    Case(
      before: "public extension Int { func f() {} }", after: "extension Int { func f() {} }",
      messages: ["removed: func f() of Int"]),
    Case(
      before: "public typealias A = Int", after: "public typealias A = UInt",
      messages: ["changed; it was public typealias A = Int"]),
    Case(
      before: "public struct S { public init(a: Int) {} }", after: "public struct S { public init?(a: Int) {} }",
      messages: ["changed; it was public init(a: Int)"]),
  ]

  private static let compatible: [Case] = [
    Case(before: "func f() {}", after: "", messages: []),
    Case(before: "@_spi(Tests) public func f() {}", after: "", messages: []),
    Case(before: "struct S { public func f() {} }", after: "", messages: []),
    Case(before: "public func f(a x: Int) {}", after: "/// F.\npublic func f(a y: Int) { _ = y }", messages: []),
    Case(before: "public func f(a: Int) {}", after: "public func f(a: Int, b: Int = 1) {}", messages: []),
    Case(before: "public func f() throws {}", after: "public func f() {}", messages: []),
    Case(before: "public class C {}", after: "open class C {}", messages: []),
    Case(before: "public struct S { public let x: Int }", after: "public struct S { public var x: Int }", messages: []),
    Case(before: "public struct S: Sendable {}", after: "public struct S {}\nextension S: Sendable {}", messages: []),
    Case(
      before: "public protocol P {}", after: "public protocol P { func a() }\nextension P { public func a() {} }",
      messages: []),
    Case(
      before: "public class C: D { public override func f() {} }", after: "public class C: D {}", messages: []),
    Case(before: "#if compiler(>=5.8)\n@_spi(X)\n#endif\npublic func f() {}", after: "", messages: []),
    Case(
      before: "public struct S { public init(a: Int = 1) {} }",
      after: "public struct S { public init(a: Int) {}\n public init() {} }", messages: []),
    Case(before: "public let x = 1", after: "public let x: Int = 1", messages: []),
    Case(
      before: "public func f() {}\npublic func g() {}",
      after: "#if os(Linux)\npublic func f() {}\n#endif\npublic func g() {}", messages: []),
    Case(before: "public func f() {}", after: "public func f( ) {  }", messages: []),
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
