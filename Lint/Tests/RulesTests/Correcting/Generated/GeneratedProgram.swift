// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SeededTesting

/// A Swift program of forms that corrections could break. It is valid by construction, without Foundation.
struct GeneratedProgram {
  let text: String

  /// - Parameter count: the number of declarations in addition to those that they use.
  init(seed: UInt64, count: Int) {
    var random = SeededRandom(seed: seed)
    var parts = [Self.used]
    for index in 0..<count {
      if Bool.random(using: &random) {
        var types = GeneratedScopes(random: random)
        parts.append(types.type(index))
        random = types.random
      } else {
        let forms = GeneratedForms.all
        parts.append(forms[Int.random(in: forms.indices, using: &random)](&random, index))
      }
    }
    text = parts.joined(separator: "\n") + "\n"
  }

  /// The declarations that the others use.
  private static let used = """
    struct Failure: Error { var code = 1 }
    enum Fault: Error { case code(Int), pair(Int, Int), none }
    @propertyWrapper struct Wrapped<Value> {
      var wrappedValue: Value
      var projectedValue: Wrapped<Value> { self }
      init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
      init(projectedValue: Wrapped<Value>) { self = projectedValue }
    }
    @resultBuilder enum Counting { static func buildBlock(_ parts: Int...) -> Int { parts.count } }
    @discardableResult func run<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
    func escape(_ body: @escaping () -> Void) {}
    func with(_ body: (Int) -> Void) {}
    func each(_ body: (Wrapped<Int>) -> Void) {}
    func count(@Counting _ body: () -> Int) -> Int { body() }
    func take<Value>(_ value: Value) {}
    @discardableResult func number() -> Int { 1 }
    @discardableResult func work() throws -> Int { 1 }
    struct Counted { var count = 0 }
    class Base {
      var values: [Int] = []
      init() {}
      func load() throws {}
      func wait() async {}
      func number() -> Int { 1 }
      class func make() -> Derived { Derived() }
      static var shared: Base! { Base() }
    }
    final class Derived: Base {}
    """
}
