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

    init(_ before: String, _ after: String, tool: [String] = [], messages: [String] = []) {
      (self.before, self.after, self.tool, self.messages) = (before, after, tool, messages)
    }

    var testDescription: String { "\(before) → \(after)" }
  }

  private static let changes = [
    Change(
      "public func parse(_ text: String) -> Int { text.count }\n", "", tool: ["func parse(_:) has been removed"],
      messages: ["removed: public func parse(_ text: String) -> Int"]),
    Change(
      "scaled(by factor", "scaled(with factor", tool: ["func Point.scaled(by:) has been renamed to func scaled(with:)"],
      messages: ["removed: public func scaled(by factor: Double) -> Point of Point"]),
    Change(
      "-> Int { text.count }", "-> Int64 { Int64(text.count) }",
      tool: ["func parse(_:) has return type change from Swift.Int to Swift.Int64"],
      messages: ["changed; it was public func parse(_ text: String) -> Int"]),
    Change(
      "public var x", "public let x", tool: ["accessor Point.x.Set() has been removed"],
      messages: ["changed: callers can no longer set it; it was var x: Double"]),
    Change(
      "case round, square", "case round, square, oval",
      tool: ["enumelement Kind.oval has been added as a new enum case"],
      messages: ["changed: a switch without a default does not handle the new case oval"]),
    Change(
      "area() -> Double }", "area() -> Double; func name() -> String }",
      tool: ["func Shape.name() has been added as a protocol requirement"],
      messages: ["changed: new requirement without a default implementation: func name() -> String"]),
    Change(
      "area() -> Double }\n",
      "area() -> Double; func name() -> String }\nextension Shape { public func name() -> String { \"\" } }\n"),
    Change(
      "public struct Point: Equatable", "public final class Point",
      tool: ["struct Point has been changed to a class", "struct Point has removed conformance to Equatable"],
      messages: ["removed: struct Point", "changed: Point no longer conforms to Equatable"]),
    Change(
      "Point: Equatable", "Point", tool: ["struct Point has removed conformance to Equatable"],
      messages: ["changed: Point no longer conforms to Equatable"]),
    Change(
      "parse(_ text: String)", "parse(_ text: String) throws", tool: ["func parse(_:) is now throwing"],
      messages: ["changed: callers can no longer use it without try; it was public func parse(_ text: String) -> Int"]),
    // Calls still compile; only a reference to the function by its full name does not.
    Change(
      "factor: Double)", "factor: Double, times: Int = 1)",
      tool: ["func Point.scaled(by:) has been renamed to func scaled(by:times:)"]),
    Change(
      "open class Canvas", "public class Canvas", tool: ["class Canvas is no longer open for subclassing"],
      messages: ["changed: callers can no longer subclass it; it was class Canvas"]),
    Change(
      "all: Bool = true", "all: Bool", tool: ["func Canvas.clear(all:) has removed default argument from parameter 0"],
      messages: ["changed: callers can no longer leave out all; it was public func clear(all: Bool = true)"]),
    Change(
      "<T: Comparable>", "<T: Comparable & Hashable>", tool: ["func largest(_:) has generic signature change"],
      messages: ["changed; it was public func largest<T: Comparable>(_ values: [T]) -> T?"]),
    Change(
      "init(x: Double)", "init?(x: Double)",
      tool: ["constructor Point.init(x:) has return type change from P.Point to P.Point?"],
      messages: ["changed; it was public init(x: Double)"]),
    Change(
      "Unit = Double", "Unit = Float",
      tool: ["typealias Unit has underlying type change from Swift.Double to Swift.Float"],
      messages: ["changed; it was public typealias Unit = Double"]),
    Change(
      "Box: Base", "Box", tool: ["class Box has removed its super class P.Base"],
      messages: ["changed: Box no longer conforms to Base"]),
    Change("text.count", "text.utf8.count"),
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
