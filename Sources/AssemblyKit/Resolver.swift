// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Makes the values of a ``Registry`` on first use and keeps the shared ones.
package struct Resolver {
  private let entries: [String: Registry.Entry]
  private var made: [String: Any] = [:]
  private var path: [String] = []

  init(entries: [String: Registry.Entry]) {
    self.entries = entries
  }

  /// The slot's value.
  ///
  /// - Throws: ``AssemblyError`` when the slot is empty, or needs itself.
  package mutating func callAsFunction<Value>(_ slot: Slot<Value>) throws -> Value {
    try cast(value(named: slot.name), slot.name)
  }

  /// The factory's function, to be kept and called when its input is known.
  ///
  /// - Throws: ``AssemblyError`` when the factory is empty.
  package mutating func callAsFunction<Input, Product>(
    _ factory: Factory<Input, Product>
  ) throws -> @Sendable (Input) throws -> Product {
    try cast(value(named: factory.name), factory.name)
  }

  mutating func value(named name: String) throws -> Any {
    if let value = made[name] { return value }
    guard let entry = entries[name] else { throw AssemblyError(code: .empty, path: path + [name]) }
    guard !path.contains(name) else { throw AssemblyError(code: .cyclic, path: path + [name]) }
    path.append(name)
    defer { path.removeLast() }
    let value = try entry.make(&self)
    if entry.isShared { made[name] = value }
    return value
  }

  private func cast<Value>(_ value: Any, _ name: String) -> Value {
    guard let value = value as? Value else {
      preconditionFailure("the slot \(name) is declared with two types: \(type(of: value)) and \(Value.self)")
    }
    return value
  }
}
