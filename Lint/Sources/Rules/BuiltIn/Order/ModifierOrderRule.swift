// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ModifierOrderRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption(
      "The order of the groups of modifiers. Modifiers of other groups can be anywhere. `acl` is an access level, "
        + "`setterACL` one such as `private(set)`, `mutators` are `mutating` and `nonmutating`, `typeMethods` are "
        + "`static` and `class`, `owned` are `weak` and `unowned`.", choices: Group.allCases.map(\.rawValue))
    var preferredModifierOrder = [
      "override", "acl", "setterACL", "dynamic", "mutators", "lazy", "final", "required", "convenience", "typeMethods",
      "owned",
    ]
  }

  enum Group: String, CaseIterable {
    case override, acl, setterACL, dynamic, mutators, lazy, final, required, convenience, typeMethods, owned

    init?(_ modifier: DeclModifierSyntax) {
      switch modifier.name.tokenKind {
      case .keyword(.override): self = .override
      case .keyword(.private), .keyword(.fileprivate), .keyword(.internal), .keyword(.public), .keyword(.open):
        self = modifier.detail == nil ? .acl : .setterACL
      case .keyword(.dynamic): self = .dynamic
      case .keyword(.mutating), .keyword(.nonmutating): self = .mutators
      case .keyword(.lazy): self = .lazy
      case .keyword(.final): self = .final
      case .keyword(.required): self = .required
      case .keyword(.convenience): self = .convenience
      case .keyword(.static), .keyword(.class): self = .typeMethods
      case .keyword(.weak), .keyword(.unowned): self = .owned
      default: return nil
      }
    }
  }

  static let description = RuleDescription(
    id: "modifier_order", summary: "Write modifiers in the same order everywhere.", kind: .style, swiftLint: .optIn,
    isCorrectable: true,
    triggering: [
      "final public ↓class A {\n  public override ↓func b() {}\n}",
      "class A {\n  weak private ↓var b: A?\n  ↓static public let c = 1\n}",
      Example(
        "class A {\n  override public ↓func b() {}\n}", options: ["preferred_modifier_order": ["acl", "override"]]),
    ],
    nonTriggering: [
      "public final class A {\n  override public func b() {}\n  private(set) lazy var c = 1\n}",
      "struct A {\n  nonisolated public static func b() {}\n  public nonisolated static func c() {}\n}",
      Example(
        "class A {\n  final public func b() {}\n}", options: ["preferred_modifier_order": ["acl", "override"]]),
    ])

  private let ranks: [Group: Int]

  init(options: Options) {
    let groups = options.preferredModifierOrder.compactMap { Group(rawValue: $0) }
    ranks = Dictionary(groups.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(of: .declModifierList).compactMap { node in
      guard let list = node.as(DeclModifierListSyntax.self), list.count > 1, !list.hasError else { return nil }
      return violation(of: list, in: file)
    }
  }

  private func violation(of list: DeclModifierListSyntax, in file: ParsedFile) -> Violation? {
    guard let node = list.parent, let declaration = Declaration(node) else { return nil }
    let declared = list.compactMap { modifier -> (modifier: DeclModifierSyntax, rank: Int)? in
      guard let group = Group(modifier), let rank = ranks[group] else { return nil }
      // Elsewhere, SwiftLint does not see `static`.
      return group == .typeMethods && !declaration.canBeStatic ? nil : (modifier, rank)
    }
    let sorted = declared.sorted { $0.rank < $1.rank }
    let changed = zip(declared, sorted).filter { $0.modifier.id != $1.modifier.id }
    guard let (found, expected) = changed.first else { return nil }
    let edits = changed.map { TextEdit($0.modifier.range, file.text(of: $1.modifier)) }
    return Violation(
      declaration.place(list), in: file,
      "modifiers in another order; write \(file.text(of: expected.modifier)) before \(file.text(of: found.modifier))",
      edits: declaration.hasOneName ? edits : [])
  }

  private struct Declaration {
    let keyword: TokenSyntax
    var canBeStatic = false
    /// False for `let a = 1, b = 2`, which SwiftLint does not correct.
    var hasOneName = true

    init?(_ node: Syntax) {
      if let type = TypeDeclaration(node) {
        keyword = type.keyword
      } else if let function = node.as(FunctionDeclSyntax.self) {
        keyword = function.funcKeyword
        canBeStatic = node.parent?.kind == .memberBlockItem
      } else if let variable = node.as(VariableDeclSyntax.self), variable.nameCount > 0 {
        keyword = variable.bindingSpecifier
        canBeStatic = node.parent?.kind == .memberBlockItem
        hasOneName = variable.nameCount == 1
      } else if let initializer = node.as(InitializerDeclSyntax.self) {
        keyword = initializer.initKeyword
      } else if let deinitializer = node.as(DeinitializerDeclSyntax.self) {
        keyword = deinitializer.deinitKeyword
      } else if let alias = node.as(TypeAliasDeclSyntax.self) {
        keyword = alias.typealiasKeyword
      } else if let type = node.as(AssociatedTypeDeclSyntax.self) {
        keyword = type.associatedtypeKeyword
      } else {
        return nil
      }
    }

    func place(_ modifiers: DeclModifierListSyntax) -> TokenSyntax {
      (canBeStatic ? modifiers.typeMemberModifier?.name : nil) ?? keyword
    }
  }
}

extension DeclModifierListSyntax {
  /// `static` or `class`, where the compiler begins a member of a type.
  var typeMemberModifier: DeclModifierSyntax? { modifier(.static) ?? modifier(.class) }
}

extension VariableDeclSyntax {
  /// The number of variables that it declares.
  var nameCount: Int { bindings.reduce(0) { $0 + Self.names(in: $1.pattern) } }

  private static func names(in pattern: PatternSyntax) -> Int {
    if let tuple = pattern.as(TuplePatternSyntax.self) {
      return tuple.elements.reduce(0) { $0 + names(in: $1.pattern) }
    }
    return pattern.is(IdentifierPatternSyntax.self) ? 1 : 0
  }
}
