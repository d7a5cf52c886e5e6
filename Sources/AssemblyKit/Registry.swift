// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The slots that assemblies have filled.
///
/// A registry is read in three places only: inside an assembly, where the program is composed, and in tests. No type
/// stores one.
package struct Registry {
  package typealias Provider<Value> = @Sendable (inout Resolver) throws -> Value

  private var entries: [String: Entry] = [:]

  package init(_ assemblies: [any Assembly] = []) {
    for assembly in assemblies { assembly.register(in: &self) }
  }

  /// Says how the slot's value is made. Filling a slot twice is a programming error and traps.
  package mutating func fill<Value>(_ slot: Slot<Value>, with provider: @escaping Provider<Value>) {
    insert(Entry(isShared: true, make: provider), named: slot.name)
  }

  /// Says how the factory's products are made.
  package mutating func fill<Input, Product>(
    _ factory: Factory<Input, Product>,
    with make: @escaping @Sendable (Input) throws -> Product
  ) {
    insert(Entry(isShared: false) { _ in make }, named: factory.name)
  }

  /// Replaces what is in the slot: for tests.
  package mutating func replace<Value>(_ slot: Slot<Value>, with provider: @escaping Provider<Value>) {
    precondition(entries[slot.name] != nil, "the slot \(slot.name) was not filled before")
    entries[slot.name] = Entry(isShared: true, make: provider)
  }

  /// Starts making values. Each shared value is made once for each resolver.
  package func resolver() -> Resolver {
    Resolver(entries: entries)
  }

  /// Makes everything that is in the registry once, so that a gap shows when the program starts.
  package func check() throws {
    var resolver = resolver()
    for name in entries.keys.sorted() { _ = try resolver.value(named: name) }
  }

  private mutating func insert(_ entry: Entry, named name: String) {
    precondition(entries[name] == nil, "two assemblies fill the slot \(name)")
    entries[name] = entry
  }
}

extension Registry {
  struct Entry {
    let isShared: Bool
    let make: @Sendable (inout Resolver) throws -> Any
  }
}
