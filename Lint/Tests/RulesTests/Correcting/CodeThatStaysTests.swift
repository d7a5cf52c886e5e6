// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

/// Code that has no finding, because it is not what it looks like.
struct CodeThatStaysTests {
  /// All forms of a name that hides the property `value` in a closure, around `BODY`.
  private static let forms = [
    "let value = 1\nBODY", "var (value, other) = (1, 2)\nBODY", "if let value = optional { BODY }",
    "if case .some(let value) = optional { BODY }", "if let value { BODY }",
    "if let value = optional, check({ BODY }) {}",
    "guard let value = optional else { return }\nBODY", "while let value = optional { BODY }",
    "for value in list { BODY }", "for case let value? in list where check({ BODY }) {}",
    "switch optional { case let value?: BODY default: break }",
    "switch optional { case .some(let value) where check({ BODY }): break default: break }",
    "do { try work() } catch let value { BODY }", "do { try work() } catch let value as Failure { BODY }",
    "do { try work() } catch Failure.code(let value) { BODY }", "run { value in BODY }", "run { (value: Int) in BODY }",
    "run { (_ value) in BODY }", "run { [value] in BODY }", "run { [value = 1] in BODY }", "func value() {}\nBODY",
    "BODY\nfunc value() {}", "struct value {}\nBODY", "func inner(value: Int) { BODY }",
    "func inner(with value: Int) { BODY }", "func inner<value>(_: value) { BODY }",
    "var inner: Int { get { 1 } set(value) { BODY } }", "var inner = 1 { willSet(value) { BODY } }",
    "var inner = 1 { didSet(value) { BODY } }", "#if A\nlet value = 1\n#endif\nBODY",
    "#if A\nfunc value() {}\n#else\nBODY\n#endif", "row { let value = 1; BODY }", "label: do { let value = 1; BODY }",
    "BODY\nlet value = 1", "BODY\nguard let value = optional else { return }",
    "run { $value in BODY }", "@Wrapper var value = 1\nBODY", "repeat { let value = 1; BODY } while check()",
    "defer { let value = 1; BODY }", "if check() {} else if let value { BODY }",
  ]

  @Test(arguments: forms)
  func `self is needed where a local name hides the property`(form: String) throws {
    let rule = try OneRule("redundant_self_in_closure")
    let body = form.replacing("BODY", with: "run { self.value = 1 }")
    let code = "struct A {\n  var value = 1\n  mutating func f() {\n\(body)\n  }\n}\n"
    #expect(rule.findings(in: code) == [])
    let other = code.replacing("self.value", with: "self.unhidden")
    #expect(rule.findings(in: other).count == 1, "\(other)")
  }

  @Test(arguments: [
    "subscript(value: Int) -> Int { run { self.value = value }; return 1 }",
    "subscript(value: Int) -> Int { get { run { self.value = value }; return 1 } }",
    "subscript(a value: Int) -> Int { run { self.value = value }; return 1 }",
    "init(value: Int) { run { self.value = value } }", "func f(_ value: Int) { run { self.value = value } }",
    "var total: Int { get { 1 } set(value) { run { self.value = value } } }",
    "var total: Int { get { 1 } set { run { self.newValue = newValue } } }",
    "var total = 0 { didSet { run { self.oldValue = oldValue } } }",
    "var total = 0 { willSet { run { self.newValue = newValue } } }",
    "func f() { do { try work() } catch { run { self.error = error } } }",
  ])
  func `self is needed where a parameter hides the property`(member: String) throws {
    #expect(try OneRule("redundant_self_in_closure").findings(in: "struct A {\n  \(member)\n}\n") == [])
  }

  @Test(arguments: [
    "let value = 1\nrun { struct B { var value = 1; func f() { run { self.value } } } }",
    "run { let value = self.value; a(value) }", "do { let value = 1 }\nrun { self.value }",
    "if let value {} else { run { self.value } }", "guard let value else { run { self.value }; return }",
    "run { value in value }\nrun { self.value }", "for value in check({ self.value }) {}",
    "do { try work() } catch let value { a(value) } catch { run { self.value } }",
    "switch a { case let value?: b(value) default: run { self.value } }",
    "run { run { [value = self.value] in value } }",
    "do { try work() } catch Failure.code { run { self.error } }",
  ])
  func `self is unnecessary where the name is not in scope`(body: String) throws {
    let code = "struct A {\n  func f() {\n\(body)\n  }\n}\n"
    #expect(try OneRule("redundant_self_in_closure").findings(in: code).count == 1)
  }

  @Test(arguments: [
    ("unused_closure_parameter", "let a = b { $person in c(person.name) }\n"),
    ("unused_closure_parameter", "let a = b { $person in c($person.name) }\n"),
    ("unused_closure_parameter", "let a = b { $person in c(_person) }\n"),
    ("unused_closure_parameter", "let a = b { ($person) in c(person) }\n"),
    ("unused_closure_parameter", "let a = b { (@Wrapper person: Int) in c($person) }\n"),
    ("unused_parameter", "func f(@Wrapper a: Int) { b($a) }\n"),
    ("unused_parameter", "@derivative(of: g, wrt: a) func f(a: Int) {}\n"),
    ("unneeded_override", "class A: B {\n  override func c() {\n    try? super.c()\n  }\n}\n"),
    ("unneeded_override", "class A: B {\n  override func c() throws {\n    try! super.c()\n  }\n}\n"),
    ("unneeded_override", "class A: B {\n  override func c(d: Int...) {\n    super.c(d: d)\n  }\n}\n"),
    ("redundant_objc_attribute", "@objcMembers class A {\n  @objc private func b() {}\n}\n"),
    ("redundant_objc_attribute", "@objcMembers class A {\n  @objc fileprivate var b = 1\n}\n"),
    ("redundant_objc_attribute", "@objcMembers class A {\n#if B\n  @objc private func b() {}\n#endif\n}\n"),
    (
      "unneeded_synthesized_initializer",
      "struct A {\n  let b: Int\n  init(b: Int) {\n    self.b = b\n  }\n#if D\n#if E\n  init() {}\n#endif\n#endif\n}\n"
    ),
    (
      "unneeded_synthesized_initializer",
      "struct A {\n  let b: Int\n  init(b: Int) {\n    self.b = b\n  }\n#if D\n  let c = 1\n#endif\n}\n"
    ),
    (
      "unneeded_synthesized_initializer",
      "struct A {\n  let b: Int\n#if D\n  init(b: Int) {\n    self.b = b\n  }\n#endif\n}\n"
    ),
    (
      "unneeded_synthesized_initializer",
      "struct A {\n  let b: Int\n  nonisolated init(b: Int) {\n    self.b = b\n  }\n}\n"
    ),
    (
      "unneeded_synthesized_initializer",
      "struct A {\n  let b: () -> Int\n  init(@Builder b: @escaping () -> Int) {\n    self.b = b\n  }\n}\n"
    ),
    ("syntactic_sugar", "struct Array<Value> {}\nlet a: Array<Int>\n"),
    ("syntactic_sugar", "enum Optional<Value> {}\nlet a = Optional<Int>()\n"),
    (
      "redundant_self_in_closure",
      "class A {\n  func b() {\n    run { { self.c() }() }\n    run { [self] in run { self.c() } }\n  }\n}\n"
    ),
    ("redundant_self_in_closure", "struct A {\n  func b() { run { [self = c] in self.d() } }\n}\n"),
    ("empty_xctest_method", "class A: XCTestCase {\n#if B\n  func testB() { c() }\n#endif\n}\n"),
    (
      "balanced_xctest_lifecycle",
      "class A: XCTestCase {\n  override func setUp() {}\n#if B\n  override func tearDown() {}\n#endif\n}\n"
    ),
  ])
  func `code that cannot be written in another way has no finding`(rule: String, code: String) throws {
    #expect(try OneRule(rule).findings(in: code) == [])
  }

  @Test(arguments: [
    ("sorted_imports", "import B; run()\nimport A; stop()\n"), ("sorted_imports", "@testable\nimport B\nimport A\n"),
    ("sorted_imports", "import B /* a\n */\nimport A\n"),
    ("sorted_imports", "import B /* a\n */; import C\nimport A\n"),
    ("modifier_order", "class A {\n  static public let b = 1, c = 2\n}\n"),
    ("non_overridable_class_declaration", "final class A: B {\n  open override class func c() {}\n}\n"),
  ])
  func `what cannot be moved or replaced stays`(rule: String, code: String) throws {
    #expect(try OneRule(rule).corrected(code) == code)
  }
}
