// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
