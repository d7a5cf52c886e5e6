// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct OverriddenSuperCallRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The methods that are checked, such as `viewWillAppear(_:)`; `*` stands for those of Apple's frameworks.",
      format: .method)
    var includedNames = ["*"]
    @RuleOption("Methods that are not checked.", format: .method) var excludedNames: [String] = []
  }

  static let description = RuleDescription(
    id: "overridden_super_call", summary: "Call the inherited method once in overrides that replace needed behavior.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "class A: UIViewController {\n  override func viewDidLoad() {↓}\n}",
      "class A: UIView {\n  override func updateConstraints() {↓\n    super.updateConstraints()\n    b { super.updateConstraints() }\n  }\n}",
      Example("class A: B {\n  override func c(d: Int) {↓ super.e() }\n}", options: ["included_names": ["c(d:)"]]),
    ],
    nonTriggering: [
      "class A: UIViewController {\n  override func viewWillAppear(_ animated: Bool) {\n    b { super.viewWillAppear(animated) }\n  }\n}",
      "class A: UIViewController {\n  override func viewDidLoad(b: Int) {}\n  override func loadView() {}\n  func viewDidLoad() {}\n}",
      Example(
        "class A: UIViewController {\n  override func viewDidLoad() {}\n}",
        options: ["excluded_names": ["viewDidLoad()"]]),
    ])

  private let methods: Set<String>

  init(options: Options) {
    methods = SuperCalls.methods(options.includedNames, options.excludedNames, standard: Self.standard)
  }

  private static let standard = [
    "addChildViewController(_:)", "awakeFromNib()", "decodeRestorableState(with:)",
    "decodeRestorableStateWithCoder(_:)", "didReceiveMemoryWarning()", "encodeRestorableState(with:)",
    "encodeRestorableStateWithCoder(_:)", "invalidateLayout()", "invalidateLayout(with:)",
    "invalidateLayoutWithContext(_:)", "invokeTest()", "prepareForInterfaceBuilder()", "prepareForReuse()",
    "removeFromParentViewController()", "setEditing(_:animated:)", "updateConstraints()", "viewDidAppear(_:)",
    "viewDidDisappear(_:)", "viewDidLoad()", "viewWillAppear(_:)", "viewWillDisappear(_:)",
  ]

  func violations(in file: ParsedFile) -> [Violation] {
    SuperCalls.overrides(of: methods, in: file).compactMap { override in
      guard override.calls != 1 else { return nil }
      let defect = override.calls == 0 ? "without a call" : "with \(override.calls) calls"
      return Violation(at: override.start, "override \(defect) of super.\(override.name); call it once")
    }
  }
}

struct ProhibitedSuperCallRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The methods that are checked, such as `loadView()`; `*` stands for those of Apple's frameworks.",
      format: .method)
    var includedNames = ["*"]
    @RuleOption("Methods that are not checked.", format: .method) var excludedNames: [String] = []
  }

  static let description = RuleDescription(
    id: "prohibited_super_call", summary: "Do not call the inherited method in overrides that replace it.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "class A: UIViewController {\n  override func loadView() {↓\n    super.loadView()\n  }\n}",
      Example("class A: B {\n  override func c() {↓ d { super.c() } }\n}", options: ["included_names": ["c()"]]),
    ],
    nonTriggering: [
      "class A: UIViewController {\n  override func loadView() {\n    view = B(super.b)\n  }\n}",
      "class A: B {\n  override func c() { super.c() }\n  override class func loadView() { super.loadView() }\n}",
      Example(
        "class A: UIViewController {\n  override func loadView() { super.loadView() }\n}",
        options: ["excluded_names": ["loadView()"]]),
    ])

  private let methods: Set<String>

  init(options: Options) {
    methods = SuperCalls.methods(options.includedNames, options.excludedNames, standard: Self.standard)
  }

  private static let standard = [
    "doCommand(by:)", "loadView()", "providePlaceholder(at:completionHandler:)", "updateLayer()",
  ]

  func violations(in file: ParsedFile) -> [Violation] {
    SuperCalls.overrides(of: methods, in: file).compactMap { override in
      guard override.calls > 0 else { return nil }
      return Violation(at: override.start, "call of super.\(override.name), which this method must replace")
    }
  }
}

private enum SuperCalls {
  /// The override of a method.
  struct Override {
    let name: String
    /// The offset after the opening brace.
    let start: Int
    /// The number of calls of the inherited method.
    let calls: Int
  }

  static func methods(_ included: [String], _ excluded: [String], standard: [String]) -> Set<String> {
    Set(included.flatMap { $0 == "*" ? standard : [$0] }).subtracting(excluded)
  }

  /// Returns the overrides of the methods, which have labels: `a(b:)`.
  static func overrides(of methods: Set<String>, in file: ParsedFile) -> [Override] {
    // The offsets by the name of the called method; in the order of the file, because a hostile file can have many.
    var calls: [String: [Int]] = [:]
    for node in file.nodes(SuperExprSyntax.self) {
      if let name = calledMethod(of: node) { calls[name, default: []].append(node.start) }
    }
    return file.nodes(FunctionDeclSyntax.self).compactMap { function in
      guard let body = function.body, function.modifiers.contains(.override), !function.modifiers.isStatic else {
        return nil
      }
      let name = function.name.text
      let labels = function.signature.parameterClause.parameters.map { $0.firstName.text + ":" }
      guard methods.contains("\(name)(\(labels.joined()))") else { return nil }
      let offsets = calls[name] ?? []
      let count =
        offsets.partitioningIndex { $0 >= body.range.upperBound }
        - offsets.partitioningIndex { $0 >= body.range.lowerBound }
      return Override(name: name, start: body.leftBrace.end, calls: count)
    }
  }

  /// `a` for `super.a()`.
  private static func calledMethod(of node: SuperExprSyntax) -> String? {
    guard let member = node.parent?.as(MemberAccessExprSyntax.self),
      member.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(member).id
    else { return nil }
    return member.declName.baseName.text
  }
}
