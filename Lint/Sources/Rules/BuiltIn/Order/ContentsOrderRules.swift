// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct TypeContentsOrderRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The order of the kinds of members. Kinds whose order does not matter are one entry, separated by `|`; kinds that "
        + "are not listed come last.", choices: Kind.allCases.map(\.rawValue), format: .groups)
    var order = [
      "case", "type_alias|associated_type", "subtype", "type_property", "instance_property", "ib_inspectable",
      "ib_outlet", "initializer", "type_method", "view_life_cycle_method", "ib_action|ib_segue_action", "other_method",
      "subscript", "deinitializer",
    ]
  }

  enum Kind: String, CaseIterable {
    case `case`, subtype, initializer, deinitializer, `subscript`
    case typeAlias = "type_alias"
    case associatedType = "associated_type"
    case typeProperty = "type_property"
    case instanceProperty = "instance_property"
    case inspectable = "ib_inspectable"
    case outlet = "ib_outlet"
    case typeMethod = "type_method"
    case lifeCycleMethod = "view_life_cycle_method"
    case action = "ib_action"
    case segueAction = "ib_segue_action"
    case otherMethod = "other_method"
  }

  static let description = RuleDescription(
    id: "type_contents_order", summary: "Order the members of types by their kinds, except in nested types.",
    kind: .style, swiftLint: .optIn,
    triggering: [
      "struct A {\n  ↓func b() {}\n  let c = 1\n}",
      "class A: UIViewController {\n  ↓static func b() {}\n  private ↓let c = 1\n  class D {}\n}",
      Example(
        "enum A {\n  ↓case b\n  ↓init() {}\n  var c: Int { 1 }\n  func d() {}\n}",
        options: ["order": ["instance_property|other_method", "case"]]),
    ],
    nonTriggering: [
      "struct A {\n  typealias B = Int\n  static let c = 1\n  let d = 1\n  init() {}\n  func e() {}\n}",
      "struct A {\n  struct B {\n    func c() {}\n    let d = 1\n  }\n}",
      Example(
        "struct A {\n  func b() {}\n  let c = 1\n  init() {}\n}",
        options: ["order": ["instance_property|other_method"]]),
    ])

  private let order: KindOrder<Kind>

  init(options: Options) {
    order = KindOrder(options.order)
  }

  func violations(in file: ParsedFile) -> [Violation] {
    file.topLevelDeclarations.compactMap { TypeDeclaration(Syntax($0)) }.flatMap { type -> [Violation] in
      let contents = type.members.members.expanded.compactMap { Self.content($0.decl) }
      return order.misplaced(contents.map(\.kind)).map { index, next in
        let (kind, place) = contents[index]
        return Violation(place, in: file, "\(kind.rawValue) before \(next.rawValue); change their order")
      }
    }
  }

  /// Returns the kind of a member, and where the finding is.
  private static func content(_ node: DeclSyntax) -> (kind: Kind, place: TokenSyntax)? {
    switch node.kind {
    case .functionDecl: return node.as(FunctionDeclSyntax.self).map { content($0) }
    case .variableDecl: return node.as(VariableDeclSyntax.self).flatMap { content($0) }
    case .initializerDecl: return node.as(InitializerDeclSyntax.self).map { (.initializer, $0.initKeyword) }
    case .deinitializerDecl: return node.as(DeinitializerDeclSyntax.self).map { (.deinitializer, $0.deinitKeyword) }
    case .enumCaseDecl: return node.as(EnumCaseDeclSyntax.self).map { (.case, $0.caseKeyword) }
    case .typeAliasDecl: return node.as(TypeAliasDeclSyntax.self).map { (.typeAlias, $0.typealiasKeyword) }
    case .associatedTypeDecl:
      return node.as(AssociatedTypeDeclSyntax.self).map { (.associatedType, $0.associatedtypeKeyword) }
    case .subscriptDecl:
      return node.as(SubscriptDeclSyntax.self).map {
        (.subscript, $0.modifiers.typeMemberModifier?.name ?? $0.subscriptKeyword)
      }
    default: return TypeDeclaration(Syntax(node)).map { (.subtype, $0.keyword) }
    }
  }

  private static func content(_ function: FunctionDeclSyntax) -> (kind: Kind, place: TokenSyntax) {
    if let modifier = function.modifiers.typeMemberModifier { return (.typeMethod, modifier.name) }
    let kind: Kind =
      if lifeCycleMethods.contains(function.name.text) {
        .lifeCycleMethod
      } else if function.attributes.has("IBAction") {
        .action
      } else if function.attributes.has("IBSegueAction") {
        .segueAction
      } else if function.name.text.hasPrefix("deinit") {
        // SwiftLint knows deinitializers by this prefix.
        .deinitializer
      } else {
        .otherMethod
      }
    return (kind, function.funcKeyword)
  }

  private static func content(_ variable: VariableDeclSyntax) -> (kind: Kind, place: TokenSyntax)? {
    guard variable.nameCount > 0 else { return nil }
    if let modifier = variable.modifiers.typeMemberModifier { return (.typeProperty, modifier.name) }
    let kind: Kind =
      if variable.attributes.has("IBOutlet") {
        .outlet
      } else if variable.attributes.has("IBInspectable") {
        .inspectable
      } else {
        .instanceProperty
      }
    return (kind, variable.bindingSpecifier)
  }

  private static let lifeCycleMethods: Set<String> = [
    "loadView", "loadViewIfNeeded", "viewDidLoad", "viewIsAppearing", "viewWillAppear", "viewDidAppear",
    "viewWillDisappear", "viewDidDisappear", "viewWillLayoutSubviews", "viewDidLayoutSubviews", "willMove",
  ]
}

struct FileTypesOrderRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The order of the kinds of types. Kinds whose order does not matter are one entry, separated by `|`; kinds that "
        + "are not listed come last. The main type is the first declaration with the name of the file, or else the type with the longest body.",
      choices: Kind.allCases.map(\.rawValue), format: .groups)
    var order = ["supporting_type", "main_type", "extension", "preview_provider", "library_content_provider"]
  }

  enum Kind: String, CaseIterable {
    case `extension`
    case supportingType = "supporting_type"
    case mainType = "main_type"
    case previewProvider = "preview_provider"
    case libraryContentProvider = "library_content_provider"
  }

  static let description = RuleDescription(
    id: "file_types_order", summary: "Order the types of a file by their kinds.", kind: .style, swiftLint: .optIn,
    triggering: [
      "↓struct Example {}\nprotocol A {}\nextension Example {}",
      "↓extension A {\n  var b: Int { 1 }\n}\nprivate ↓class A {\n  let c = 1\n}\nenum D {}",
      "↓extension Example {}\nclass Example {}\n↓extension A {}\npublic typealias B = Int",
      Example("struct A {}\n↓extension A {}\nlet package = Package()", path: "Package.swift"),
      Example("↓protocol A {}\n↓protocol B {}\nstruct C {}", options: ["order": ["main_type"]]),
    ],
    nonTriggering: [
      "protocol A {}\nstruct Example {}\nextension Example {}",
      "struct A {}\nstruct B { let c = 1 }\nstruct Previews: PreviewProvider { let content = 1 }",
      Example("extension A {}\nstruct A {}\nprotocol B {}", options: ["order": ["extension|main_type"]]),
    ])

  private let order: KindOrder<Kind>

  init(options: Options) {
    order = KindOrder(options.order)
  }

  func violations(in file: ParsedFile) -> [Violation] {
    let declarations = file.topLevelDeclarations
    let main = Self.main(among: declarations, in: file)
    guard main != nil else { return [] }
    let items = declarations.enumerated().compactMap { index, node -> (kind: Kind, place: TokenSyntax)? in
      if index == main?.index { return main.map { (.mainType, $0.place) } }
      if let alias = node.as(TypeAliasDeclSyntax.self) { return (.supportingType, alias.typealiasKeyword) }
      return TypeDeclaration(Syntax(node)).map { (Self.kind(of: $0), $0.keyword) }
    }
    return order.misplaced(items.map(\.kind)).map { index, next in
      let (kind, place) = items[index]
      return Violation(place, in: file, "\(kind.rawValue) before \(next.rawValue); change their order")
    }
  }

  /// The first declaration with the name of the file, even an extension, or else the type with the longest body.
  private static func main(
    among declarations: [DeclSyntax], in file: ParsedFile
  ) -> (index: Int, place: TokenSyntax)? {
    let fileName = file.text.path.split(separator: "/").last.map(String.init) ?? ""
    let name = fileName.hasSuffix(".swift") ? String(fileName.dropLast(6)) : fileName
    var longest: (index: Int, length: Int, place: TokenSyntax)?
    for (index, node) in declarations.enumerated() {
      if let place = place(of: name, in: node) { return (index, place) }
      guard let type = TypeDeclaration(Syntax(node)), node.kind != .protocolDecl, kind(of: type) == .supportingType
      else {
        continue
      }
      let length = type.members.rightBrace.start - type.members.leftBrace.end
      if length > longest?.length ?? -1 { longest = (index, length, type.keyword) }
    }
    return longest.map { ($0.index, $0.place) }
  }

  /// Where a declaration has a name, if it has it. `Package` is a name of `let package = Package()`, as in SwiftLint.
  private static func place(of name: String, in node: DeclSyntax) -> TokenSyntax? {
    if let type = TypeDeclaration(Syntax(node)) {
      let own = type.name?.text ?? node.as(ExtensionDeclSyntax.self)?.extendedType.bareText
      return own == name ? type.keyword : nil
    }
    if let alias = node.as(TypeAliasDeclSyntax.self) { return alias.name.text == name ? alias.typealiasKeyword : nil }
    guard let variable = node.as(VariableDeclSyntax.self) else { return nil }
    if variable.onlyName == name { return variable.bindingSpecifier }
    let calls = variable.bindings.compactMap { $0.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression }
    return calls.first { $0.identifier == name }?.firstToken(viewMode: .sourceAccurate)
  }

  private static func kind(of type: TypeDeclaration) -> Kind {
    if type.isExtension { return .extension }
    let inherited = type.inheritance?.names ?? []
    if inherited.contains("PreviewProvider") { return .previewProvider }
    return inherited.contains("LibraryContentProvider") ? .libraryContentProvider : .supportingType
  }
}

/// An order of kinds, of which several can be equal.
private struct KindOrder<Kind: RawRepresentable<String> & Hashable & Sendable>: Sendable {
  private let ranks: [Kind: Int]

  /// - Parameter order: the names of kinds, equal ones separated by `|`.
  init(_ order: [String]) {
    let all = order.enumerated().flatMap { rank, names in
      names.split(separator: "|").compactMap { name in Kind(rawValue: String(name)).map { ($0, rank) } }
    }
    ranks = Dictionary(all) { first, _ in first }
  }

  /// Returns the indices of the kinds that precede a kind that belongs before them, with the first such kind in the
  /// order.
  func misplaced(_ kinds: [Kind]) -> [(index: Int, next: Kind)] {
    var result: [(index: Int, next: Kind)] = []
    var lowest: (rank: Int, kind: Kind)?
    for index in kinds.indices.reversed() {
      let rank = ranks[kinds[index]] ?? .max
      if let lowest, rank > lowest.rank { result.append((index, lowest.kind)) }
      if rank < lowest?.rank ?? .max { lowest = (rank, kinds[index]) }
    }
    return result.reversed()
  }
}

extension ParsedFile {
  /// The declarations that are in no other one and in no statement, also those in `#if`, in the order of the file.
  fileprivate var topLevelDeclarations: [DeclSyntax] { Self.declarations(in: tree.statements) }

  private static func declarations(in statements: CodeBlockItemListSyntax) -> [DeclSyntax] {
    statements.flatMap { statement -> [DeclSyntax] in
      guard case .decl(let node) = statement.item else { return [] }
      guard let condition = node.as(IfConfigDeclSyntax.self) else { return [node] }
      return condition.clauses.flatMap { clause -> [DeclSyntax] in
        if case .statements(let statements) = clause.elements { declarations(in: statements) } else { [] }
      }
    }
  }
}
