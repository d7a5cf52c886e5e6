// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

/// Code that keeps its meaning after a correction.
struct CertainCorrectionTests {
  @Test(arguments: [
    ("empty_count", "func f(a: [Int]) -> Bool { a.count != 0 }\n", "func f(a: [Int]) -> Bool { !a.isEmpty }\n"),
    (
      "empty_count", "struct A {\n  let b = \"\"\n  var c: Bool { 0 == self.b.count }\n}\n",
      "struct A {\n  let b = \"\"\n  var c: Bool { self.b.isEmpty }\n}\n"
    ),
    ("empty_count", "let a = try b.filter { $0 }.count > 0\n", "let a = try !b.filter { $0 }.isEmpty\n"),
    ("redundant_nil_coalescing", "func f(a: Int?) -> Int? { a ?? nil }\n", "func f(a: Int?) -> Int? { a }\n"),
    ("redundant_nil_coalescing", "let a = b?.c ?? nil\n", "let a = b?.c\n"),
    (
      "redundant_type_annotation", "enum A {\n  case b\n}\nlet a: A = A.b\n", "enum A {\n  case b\n}\nlet a = A.b\n"
    ),
    ("redundant_type_annotation", "let a: Box = try Box(1)\n", "let a = try Box(1)\n"),
    ("prefer_key_path", "let a = b.filter { $0.key.isEmpty }\n", "let a = b.filter(\\.key.isEmpty)\n"),
    (
      "prefer_key_path", "struct A {\n  var c: Int { 1 }\n}\nlet a = b.map { $0.c }\n",
      "struct A {\n  var c: Int { 1 }\n}\nlet a = b.map(\\.c)\n"
    ),
    ("explicit_init", "let a = Box.init(b)\n", "let a = Box(b)\n"),
    ("sorted_imports", "import b // c\n@testable import A\nimport B", "@testable import A\nimport B\nimport b // c"),
    ("sorted_imports", "import C; import A\nimport B\n", "import B\nimport C; import A\n"),
    (
      "modifier_order", "@A final /* b */ nonisolated private(set) public var c = 1\n",
      "@A public /* b */ nonisolated private(set) final var c = 1\n"
    ),
    (
      "non_overridable_class_declaration", "final class A {\n  class private func b() {}\n}\n",
      "final class A {\n  final class private func b() {}\n}\n"
    ),
    ("implicit_return", "let a = b.map { return $0 }\n", "let a = b.map { $0 }\n"),
    ("implicit_return", "@inlinable func f() -> Int { return 1 }\n", "@inlinable func f() -> Int { 1 }\n"),
    ("redundant_discardable_let", "b.forEach {\n  let _ = $0\n}\n", "b.forEach {\n  _ = $0\n}\n"),
    ("redundant_void_return", "let a = { () -> Void in b = 1 }\n", "let a = { () in b = 1 }\n"),
    ("redundant_void_return", "let a = { () -> Void in\n  b()\n  c()\n}\n", "let a = { () in\n  b()\n  c()\n}\n"),
    ("trailing_closure", "a.first(where: { $0 })\n", "a.first { $0 }\n"),
    ("trailing_closure", "run(a, { b() })\n", "run(a) { b() }\n"),
    ("unused_closure_parameter", "run { $a in 1 }\n", "run { _ in 1 }\n"),
    ("unused_parameter", "subscript(a: Int) -> Int { 1 }\n", "subscript(_: Int) -> Int { 1 }\n"),
    ("unused_parameter", "subscript(b a: Int) -> Int { 1 }\n", "subscript(b _: Int) -> Int { 1 }\n"),
    (
      "unused_parameter", "func == (a: A, b: A) -> Bool { a.c }\n", "func == (a: A, _: A) -> Bool { a.c }\n"
    ),
    ("unused_parameter", "func f(a: Int) {}\n", "func f(a _: Int) {}\n"),
    ("control_statement", "guard(a)else { return }\n", "guard a else { return }\n"),
    ("unneeded_parentheses_in_closure_argument", "run { (a)in b(a) }\n", "run { a in b(a) }\n"),
    ("closure_spacing", "let a = !{b}()\n", "let a = !{ b }()\n"),
    (
      "lower_acl_than_parent", "public class A {\n  open func b() {}\n}\n",
      "public class A {\n  public func b() {}\n}\n"
    ),
    ("prefer_type_checking", "let a = b && c as? D != nil\n", "let a = b && c is D\n"),
    (
      "prefer_self_in_static_references",
      "class A {\n#if D\n  static let b = 1\n#endif\n  func c() -> Int { A.b }\n}\n",
      "class A {\n#if D\n  static let b = 1\n#endif\n  func c() -> Int { Self.b }\n}\n"
    ),
    (
      "redundant_objc_attribute", "@objc extension A {\n  @objc private func b() {}\n}\n",
      "@objc extension A {\n  private func b() {}\n}\n"
    ),
    ("optional_enum_case_matching", "switch a {\ncase (.b?, 1?): c()\n}\n", "switch a {\ncase (.b, 1): c()\n}\n"),
    ("syntactic_sugar", "let a = Array<(b: Int, c: Int)>()\n", "let a = [(b: Int, c: Int)]()\n"),
    ("syntactic_sugar", "let a: Array<(_ b: Int) -> Void>\n", "let a: [(_ b: Int) -> Void]\n"),
    ("trailing_semicolon", "func f() {\n  return;\n}\n", "func f() {\n  return\n}\n"),
  ])
  func `a certain correction is made`(rule: String, code: String, corrected: String) throws {
    #expect(try OneRule(rule).corrected(code) == corrected)
  }
}

/// Code that would not compile, or would mean something else, after a correction.
struct UncertainCorrectionTests {
  @Test(arguments: [
    // The type of the value, or of the member, is not known.
    ("empty_count", "struct A {\n  var b: B\n  func f() -> Bool { b.count == 0 }\n}\n"),
    ("empty_count", "struct A {\n  var count: Int\n  var isEmpty: Bool { self.count == 0 }\n}\n"),
    ("empty_count", "func f(a: [Int]?) -> Bool { a?.count == 0 }\n"),
    ("empty_count", "func f(a: [Int]) {}\nfunc g(a: B) -> Bool { a.count == 0 }\n"),
    ("redundant_nil_coalescing", "let a = b[1] ?? nil\n"),
    ("redundant_nil_coalescing", "func f(a: Int??) -> Int? { a ?? nil }\n"),
    ("redundant_type_annotation", "let a: Base = Base.make()\n"),
    ("redundant_type_annotation", "let a: Base = Base.shared\n"),
    ("redundant_type_annotation", "struct A {\n  @Clamped var b: Box = Box()\n}\n"),
    ("redundant_type_annotation", "func Box() -> Other { Other() }\nlet a: Box = Box()\n"),
    ("prefer_key_path", "let a = b.compactMap { $0.c }\n"),
    ("prefer_key_path", "let a = b.map { $0 }\n"), ("prefer_key_path", "let a = b.map { $0.unknown }\n"),
    ("prefer_key_path", "struct A {\n  static var c: Int { 1 }\n}\nlet a = b.map { $0.c }\n"),
    ("prefer_key_path", "struct A {\n  func c() {}\n}\nlet a = b.map { $0.c }\n"),
    ("prefer_key_path", "struct A {\n  var c: Int { get throws { 1 } }\n}\nlet a = b.map { $0.c }\n"),
    ("prefer_key_path", "@MainActor class A {\n  var c = 1\n}\nlet a = b.map { $0.c }\n"),
    ("prefer_key_path", "let a = b.map { /* why */ $0.c }\n"),
    ("explicit_init", "func Box(_ a: Int) -> Box { Box.init(a: a) }\n"),
    ("explicit_init", "let a = Box.init(\"b\")\n"),
    ("explicit_init", "let a = UInt64.init(-1)\n"),
    // A result builder, a wrapper or a macro gives the code another meaning.
    ("redundant_discardable_let", "let a = row {\n  let _ = b()\n  1\n}\n"),
    ("redundant_discardable_let", "@Builder func f() -> Int {\n  let _ = b()\n  1\n}\n"),
    ("redundant_discardable_let", "struct A: View {\n  var body: some View {\n    let _ = b()\n    c()\n  }\n}\n"),
    ("implicit_return", "let a = row { return 5 }\n"),
    ("implicit_return", "@Builder var a: Int { return 5 }\n"),
    ("implicit_return", "struct A: View {\n  var body: some View { return b() }\n}\n"),
    ("redundant_optional_initialization", "struct A {\n  @Wrapper var b: Int? = nil\n}\n"),
    ("redundant_optional_initialization", "@Model class A {\n  var b: Int? = nil\n}\n"),
    ("redundant_optional_initialization", "@Builder func f() -> Int {\n  var a: Int? = nil\n  1\n}\n"),
    ("unused_closure_parameter", "let a = #Predicate<Int> { b in true }\n"),
    ("unused_parameter", "func f(@Wrapper a: Int) {}\n"),
    ("unused_parameter", "func f(a: isolated A) {}\n"),
    ("unneeded_synthesized_initializer", "@Model struct A {\n  let b: Int\n  init(b: Int) {\n    self.b = b\n  }\n}\n"),
    // The implicit result would be another one.
    ("redundant_void_return", "let a = { () -> Void in b() }\n"),
    ("redundant_void_return", "let a = { () -> Void in if b { c() } else { d() } }\n"),
    ("redundant_void_return", "struct Void {}\nfunc f() -> Void {}\n"),
    ("void_return", "enum A {\n  typealias Void = Int\n  func f() -> () {}\n}\n"),
    (
      "unneeded_break_in_switch",
      "run {\n  switch a {\n  case 1:\n    b()\n    break\n  default: c()\n  }\n}\n"
    ),
    ("unneeded_break_in_switch", "switch a {\ncase 1:\n#if B\n  b()\n#endif\n  break\ndefault: c()\n}\n"),
    ("implicit_return", "func f() -> () -> Int {\n  return { 1 }\n}\n"),
    ("implicit_return", "var a: Int { return get }\n"),
    // What is called, or matched, would be something else.
    ("trailing_closure", "run(a: { b() })\n"),
    ("trailing_closure", "run(1, a: { b() })\n"), ("trailing_closure", "f()({ b() })\n"),
    ("trailing_closure", "a.contains(where: { $0 /* why */ } /* b */)\n"),
    ("empty_parentheses_with_trailing_closure", "f(1)() { a() }\n"),
    ("empty_parentheses_with_trailing_closure", "{ $0() }() { a() }\n"),
    ("empty_parameters", "let a: (Void) -> Int = b\n"),
    ("empty_enum_arguments", "switch a {\ncase .b(): c()\ndefault: d()\n}\n"),
    ("empty_enum_arguments", "enum A {\n  case b(Int), b(c: Int)\n}\nif case .b(_) = a {}\n"),
    ("empty_enum_arguments", "enum A {\n  case b(Int)\n#if C\n  case b(c: Int)\n#endif\n}\nif case .b(_) = a {}\n"),
    ("optional_enum_case_matching", "switch a {\ncase .none?: b()\ndefault: c()\n}\n"),
    ("optional_enum_case_matching", "switch a {\ncase (1...2)?: b()\ndefault: c()\n}\n"),
    ("optional_enum_case_matching", "switch a {\ncase b?: c()\ndefault: d()\n}\n"),
    ("prefer_type_checking", "let a = b ?? c as? D != nil\n"),
    ("prefer_type_checking", "let a = b as? C? != nil\n"),
    ("toggle_bool", "f().a = !f().a\n"),
    ("legacy_constant", "let a = b.CGRectZero\n"),
    ("legacy_constructor", "let a = NSMakeRange(from: 1, to: 2)\n"),
    ("prefer_zero_over_explicit_init", "struct CGPoint {}\nlet a = CGPoint(x: 0, y: 0)\n"),
    ("syntactic_sugar", "if case Optional<Int>.none = a {}\n"),
    ("syntactic_sugar", "let a = Array<(_ b: String) -> Void>()\n"),
    ("syntactic_sugar", "let a: Array</* why */ Int>\n"),
    // A declaration that others depend on.
    ("final_test_case", "class A: XCTestCase {\n  func testB() {}\n}\nclass C: A {}\n"),
    ("final_test_case", "class A: XCTestCase {\n  func makeB() {}\n}\n"),
    ("private_unit_test", "private struct B {}\nprivate class A: XCTestCase {\n  var b = B()\n}\n"),
    ("private_swiftui_state", "struct A: View {\n  @State var b = 1\n  var c: Int\n}\n"),
    ("private_swiftui_state", "struct A: View {\n  @State var b: Int\n}\n"),
    ("private_swiftui_state", "struct A: View {\n  @State var b = 1\n}\nlet c = A().b\n"),
    ("lower_acl_than_parent", "struct A {\n  @inlinable public func b() {}\n}\n"),
    ("lower_acl_than_parent", "@usableFromInline struct A {\n  public func b() {}\n}\n"),
    ("duplicate_imports", "import A\npublic import A\n"),
    ("redundant_objc_attribute", "@IBDesignable @objc class A {}\n"),
    ("unneeded_override", "class A: B {\n  public override func c() {\n    super.c()\n  }\n}\n"),
    ("unneeded_override", "class A: B {\n  override func c() {\n    // Why.\n    super.c()\n  }\n}\n"),
    ("prefer_self_in_static_references", "class A {\n  class var b: Int { 1 }\n  func c() -> Int { A.b }\n}\n"),
    ("prefer_self_in_static_references", "enum A {\n  typealias B = Int\n  typealias C = A.B\n}\n"),
    ("prefer_self_in_static_references", "struct A {\n  enum A {}\n  func b() { c(A.d) }\n}\n"),
    ("prefer_self_in_static_references", "struct A {\n  func b<A>(_: A) { c(A.d) }\n}\n"),
    ("prefer_self_in_static_references", "struct A {\n  func b() { let A = 1; c(A.d) }\n}\n"),
    ("prefer_self_type_over_type_of_self", "protocol A {}\nextension A {\n  func b() { type(of: self).c() }\n}\n"),
    ("prefer_self_type_over_type_of_self", "class A {\n  static func b() { type(of: self).c() }\n}\n"),
    // The text around it.
    ("trailing_semicolon", "func f() {\n  return;\n  a()\n}\n"),
    ("trailing_semicolon", "func f() {\n  a();\n  { b() }()\n}\n"),
    ("redundant_self_in_closure", "struct A {\n  func b() { run { self.default() } }\n}\n"),
    ("redundant_self_in_closure", "struct A {\n  func b() { run { self.yield(1) } }\n}\n"),
    (
      "redundant_self_in_closure",
      "class A {\n  func b() { run { [self] in func c() { self.d() } } }\n}\n"
    ),
    ("redundant_self_in_closure", "@dynamicMemberLookup struct A {\n  func b() { run { self.c() } }\n}\n"),
    ("unused_control_flow_label", "a: /* why */ while b {\n  c()\n}\n"),
    ("untyped_error_in_catch", "do { try a() } catch /* why */ let error { b() }\n"),
    ("contrasted_opening_brace", "let a = \"\\(b.map { $0 })\"\n"),
  ])
  func `a correction that is not certain is a finding without one`(rule: String, code: String) throws {
    let only = try OneRule(rule)
    #expect(!only.findings(in: code).isEmpty)
    #expect(only.findings(in: code).allSatisfy { $0.suggestion == nil })
    #expect(only.corrected(code) == code)
  }

  @Test func `an initializer override is not removed where the class would not inherit it`() throws {
    let rule = try OneRule("unneeded_override", options: ["affect_initializers": true])
    let override = "  override init() {\n    super.init()\n  }\n"
    #expect(rule.corrected("class A: B {\n\(override)}\n") == "class A: B {\n}\n")
    for other in ["  init(a: Int) {}\n", "  let a: Int\n", "#if C\n  init(a: Int) {}\n#endif\n"] {
      let code = "class A: B {\n\(override)\(other)}\n"
      #expect(rule.findings(in: code).count == 1)
      #expect(rule.corrected(code) == code)
    }
  }
}
