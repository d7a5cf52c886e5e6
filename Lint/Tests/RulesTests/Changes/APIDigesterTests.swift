// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Rules

/// Changes of a package on which `swift package diagnose-api-breaking-changes` of Swift 6.3 was run.
struct APIDigesterTests {
  private static let source = """
    public protocol Shape { func area() -> Double }
    public struct Point: Equatable {
      public var x: Double
      public init(x: Double) { self.x = x }
      public func scaled(by factor: Double) -> Point { Point(x: x * factor) }
    }
    public enum Kind { case round, square }
    open class Canvas {
      public init() {}
      open func draw() {}
      public func clear(all: Bool = true) {}
    }
    public class Base { public init() {} }
    public class Box: Base { public func get() -> Int { 1 } }
    public func parse(_ text: String) -> Int { text.count }
    public func largest<T: Comparable>(_ values: [T]) -> T? { values.max() }
    public typealias Unit = Double

    """

  private struct Change: Sendable, CustomTestStringConvertible {
    let before: String
    let after: String
    /// The report of the tool.
    let tool: [String]
    let messages: [String]

    var testDescription: String { "\(before) → \(after)" }
  }

  private static let changes = [
    Change(
      before: "public func parse(_ text: String) -> Int { text.count }\n", after: "",
      tool: ["func parse(_:) has been removed"],
      messages: ["removed: public func parse(_ text: String) -> Int"]),
    Change(
      before: "scaled(by factor", after: "scaled(with factor",
      tool: ["func Point.scaled(by:) has been renamed to func scaled(with:)"],
      messages: ["removed: public func scaled(by factor: Double) -> Point of Point"]),
    Change(
      before: "-> Int { text.count }", after: "-> Int64 { Int64(text.count) }",
      tool: ["func parse(_:) has return type change from Swift.Int to Swift.Int64"],
      messages: ["changed; it was public func parse(_ text: String) -> Int"]),
    Change(
      before: "public var x", after: "public let x", tool: ["accessor Point.x.Set() has been removed"],
      messages: ["changed: callers can no longer set it; it was var x: Double"]),
    Change(
      before: "case round, square", after: "case round, square, oval",
      tool: ["enumelement Kind.oval has been added as a new enum case"],
      messages: ["changed: a switch without a default does not handle the new case oval"]),
    Change(
      before: "area() -> Double }", after: "area() -> Double; func name() -> String }",
      tool: ["func Shape.name() has been added as a protocol requirement"],
      messages: ["changed: new requirement without a default implementation: func name() -> String"]),
    Change(
      before: "area() -> Double }\n",
      after: "area() -> Double; func name() -> String }\nextension Shape { public func name() -> String { \"\" } }\n",
      tool: [], messages: []),
    Change(
      before: "public struct Point: Equatable", after: "public final class Point",
      tool: ["struct Point has been changed to a class", "struct Point has removed conformance to Equatable"],
      messages: ["removed: struct Point", "changed: Point no longer conforms to Equatable"]),
    Change(
      before: "Point: Equatable", after: "Point", tool: ["struct Point has removed conformance to Equatable"],
      messages: ["changed: Point no longer conforms to Equatable"]),
    Change(
      before: "parse(_ text: String)", after: "parse(_ text: String) throws", tool: ["func parse(_:) is now throwing"],
      messages: [
        "changed: callers can no longer use it without try; it was public func parse(_ text: String) -> Int"
      ]),
    // Calls still compile; only a reference to the function by its full name does not.
    Change(
      before: "factor: Double)", after: "factor: Double, times: Int = 1)",
      tool: ["func Point.scaled(by:) has been renamed to func scaled(by:times:)"], messages: []),
    Change(
      before: "open class Canvas", after: "public class Canvas",
      tool: ["class Canvas is no longer open for subclassing"],
      messages: ["changed: callers can no longer subclass it; it was class Canvas"]),
    Change(
      before: "all: Bool = true", after: "all: Bool",
      tool: ["func Canvas.clear(all:) has removed default argument from parameter 0"],
      messages: ["changed: callers can no longer leave out all; it was public func clear(all: Bool = true)"]),
    Change(
      before: "<T: Comparable>", after: "<T: Comparable & Hashable>",
      tool: ["func largest(_:) has generic signature change"],
      messages: ["changed; it was public func largest<T: Comparable>(_ values: [T]) -> T?"]),
    Change(
      before: "init(x: Double)", after: "init?(x: Double)",
      tool: ["constructor Point.init(x:) has return type change from P.Point to P.Point?"],
      messages: ["changed; it was public init(x: Double)"]),
    Change(
      before: "Unit = Double", after: "Unit = Float",
      tool: ["typealias Unit has underlying type change from Swift.Double to Swift.Float"],
      messages: ["changed; it was public typealias Unit = Double"]),
    Change(
      before: "Box: Base", after: "Box", tool: ["class Box has removed its super class P.Base"],
      messages: ["changed: Box no longer conforms to Base"]),
    Change(before: "text.count", after: "text.utf8.count", tool: [], messages: []),
  ]

  @Test(arguments: changes)
  private func `API changes that the compiler's digester reports are reported`(sample: Change) throws {
    #expect(Self.source.contains(sample.before))
    var change = ChangeRuleSample()
    change.change(
      "Sources/P/P.swift", from: Self.source, to: Self.source.replacing(sample.before, with: sample.after))
    let found = try change.messages("api_changes")
    #expect(found.map { $0.replacing(#/^Sources/P/P.swift:[0-9]+: public API /#, with: "") } == sample.messages)
    // A parameter with a default is the only difference.
    if !sample.after.contains("times") { #expect(found.isEmpty == sample.tool.isEmpty) }
  }
}
