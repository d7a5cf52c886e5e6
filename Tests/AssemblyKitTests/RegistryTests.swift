// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import AssemblyKit

private final class Engine: Sendable {}

extension Slot where Value == Engine {
  fileprivate static var engine: Slot<Engine> { Slot("engine") }
}

extension Slot where Value == String {
  fileprivate static var first: Slot<String> { Slot("first") }
  fileprivate static var second: Slot<String> { Slot("second") }
}

extension Factory where Input == Int, Product == String {
  fileprivate static var label: Factory<Int, String> { Factory("label") }
}

private struct Motor: Assembly {
  func register(in registry: inout Registry) {
    registry.fill(.engine) { _ in Engine() }
    registry.fill(.label) { "number \($0)" }
  }
}

struct RegistryTests {
  @Test func `makes a value once and shares it`() throws {
    var resolver = Registry([Motor()]).resolver()
    #expect(try resolver(.engine) === resolver(.engine))
  }

  @Test func `makes a product for each input`() throws {
    var resolver = Registry([Motor()]).resolver()
    let make = try resolver(.label)
    #expect(try [make(1), make(2)] == ["number 1", "number 2"])
  }

  @Test func `makes a value from other values`() throws {
    var registry = Registry()
    registry.fill(.first) { resolver in try resolver(.second) + "!" }
    registry.fill(.second) { _ in "second" }
    var resolver = registry.resolver()
    #expect(try resolver(.first) == "second!")
  }

  @Test func `names the path to a slot without a value`() {
    var registry = Registry()
    registry.fill(.first) { resolver in try resolver(.second) }
    #expect(throws: AssemblyError(code: .empty, path: ["first", "second"])) { try registry.check() }
  }

  @Test func `names the way around when slots need each other`() {
    var registry = Registry()
    registry.fill(.first) { resolver in try resolver(.second) }
    registry.fill(.second) { resolver in try resolver(.first) }
    #expect(throws: AssemblyError(code: .cyclic, path: ["first", "second", "first"])) { try registry.check() }
  }

  @Test func `lets a test replace one slot`() throws {
    var registry = Registry([Motor()])
    let own = Engine()
    registry.replace(.engine) { _ in own }
    var resolver = registry.resolver()
    #expect(try resolver(.engine) === own)
  }

  @Test func `traps when two assemblies fill one slot`() async {
    await #expect(processExitsWith: .failure) {
      _ = Registry([Motor(), Motor()])
    }
  }
}
