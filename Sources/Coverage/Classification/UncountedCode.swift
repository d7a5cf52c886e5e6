// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import SwiftSource
import SwiftSyntax

/// Code of a measured file that has no counts. Its lines must not be mistaken for lines without code.
struct UncountedCode {
  let file: ParsedFile
  /// The significant tokens, and their use.
  let tokens: [Range<Int>]
  let uses: [TokenUse]

  /// Returns the lines by the reason why they have no counts.
  func lines() -> [UnmeasuredReason: LineSet] {
    let bodies = LineSet(uncountedBodies())
    let values = InitialValues.lines(in: file).subtracting(bodies)
    return [.noCounts: bodies, .notCounted: values].filter { !$0.value.isEmpty }
  }

  /// The lines of bodies without a single count. The compiler counts every body that it compiles, so the coverage is of
  /// another version of the code.
  private func uncountedBodies() -> Set<Int> {
    let conditional = file.nodes(IfConfigDeclSyntax.self).map { file.range(of: $0) }
    var lines: Set<Int> = []
    for body in FileNature.countedBodies(in: file) {
      let range = file.range(of: body)
      let compiled = LineClassifier.indices(among: tokens, in: range).filter { index in
        !conditional.contains { $0.contains(tokens[index].lowerBound) }
      }
      guard compiled.allSatisfy({ uses[$0] == .unknown }) else { continue }
      for index in compiled { lines.insert(file.text.lines.position(at: tokens[index].lowerBound).line) }
    }
    return lines
  }
}

extension FileNature {
  /// Returns the bodies that have counts whenever the file is compiled: of functions and accessors, and initial values
  /// of instances. Macros can replace a body, and unavailable code is not compiled.
  fileprivate static func countedBodies(in file: ParsedFile) -> [Syntax] {
    let functions = file.nodes(CodeBlockSyntax.self).filter { block in
      switch block.parent?.kind {
      case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl: true
      default: false
      }
    }
    let getters = file.nodes(AccessorBlockSyntax.self).filter { $0.accessors.is(CodeBlockItemListSyntax.self) }
    let values = file.nodes(PatternBindingSyntax.self).filter(isStoredInInstances).compactMap(\.initializer?.value)
    return Syntax.list(functions, getters, values).filter { !isReplaced($0) }
  }

  /// Returns whether a declaration around a node has an attribute that could be a macro or make it unavailable, or is an
  /// argument of a macro.
  private static func isReplaced(_ node: Syntax) -> Bool {
    var current = node.parent
    while let ancestor = current {
      if ancestor.is(MacroExpansionExprSyntax.self) || ancestor.is(MacroExpansionDeclSyntax.self) { return true }
      if let attributes = ancestor.asProtocol((any WithAttributesSyntax).self)?.attributes,
        attributes.contains(where: { mayReplace($0, of: ancestor) })
      {
        return true
      }
      current = ancestor.parent
    }
    return false
  }

  private static func mayReplace(_ element: AttributeListSyntax.Element, of declaration: Syntax) -> Bool {
    guard case .attribute(let attribute) = element else { return true }
    let name = attribute.attributeName.trimmedDescription
    if name == "available" {
      let arguments = attribute.arguments?.trimmedDescription ?? ""
      return arguments.contains("unavailable") || arguments.contains("obsoleted")
    }
    // Names of macros, property wrappers and global actors begin with a capital letter.
    return MacroUse.isMacro(attribute)
      || declaration.is(VariableDeclSyntax.self) && name.first?.isUppercase == true
  }
}

/// Expressions that run code without counts: the compiler counts nothing in the initial values of globals and statics,
/// and in default arguments, except in the closures and autoclosures inside them (measured with Swift 6.3.1).
enum InitialValues {
  /// Returns the lines of the calls in them. Constants run nothing that a test could miss.
  static func lines(in file: ParsedFile) -> LineSet {
    let isScript = FileNature.isScript(file)
    let values = file.nodes(PatternBindingSyntax.self).filter { binding in
      FileNature.isStatic(binding) || FileNature.isGlobal(binding) && !isScript
    }.compactMap(\.initializer?.value)
    let defaults = file.nodes(FunctionParameterSyntax.self).compactMap(\.defaultValue?.value)
    let cases = file.nodes(EnumCaseParameterSyntax.self).compactMap(\.defaultValue?.value)
    let collector = CallCollector(file)
    for value in values + defaults + cases where !FileNature.isConditional(Syntax(value)) { collector.walk(value) }
    return LineSet(collector.lines)
  }
}

/// Collects the lines of calls outside of closures.
private final class CallCollector: SyntaxVisitor {
  private let file: ParsedFile
  private(set) var lines: Set<Int> = []

  init(_ file: ParsedFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    // A closure that is called at once has counts.
    if !node.calledExpression.is(ClosureExprSyntax.self) { add(node.calledExpression) }
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    add(node.calledExpression)
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    if !MacroUse.isOfCompiler(node.macroName.text) { add(node) }
    return .visitChildren
  }

  override func visit(_ node: UnresolvedTernaryExprSyntax) -> SyntaxVisitorContinueKind {
    add(node)
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    add(node.conditions)
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    add(node.subject)
    return .visitChildren
  }

  /// Adds the line of the last token, at which a call begins: a chain of calls has one on each of its lines.
  private func add(_ node: some SyntaxProtocol) {
    guard let last = node.lastToken(viewMode: .sourceAccurate) else { return }
    lines.insert(file.line(of: last.positionAfterSkippingLeadingTrivia))
  }
}
