// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

/// Code in which no mutant is useful or possible.
struct ExcludedCode {
  /// Whether the comments before all code mark the file as generated.
  let isGenerated: Bool
  private let file: ParsedFile
  private let quiet: [Range<Int>]

  init(_ file: ParsedFile) {
    self.file = file
    quiet = file.nodes(FunctionCallExprSyntax.self).filter(QuietCalls.isQuiet).map { file.range(of: $0) }
    let code = file.tokens.first.map { file.range(of: $0).lowerBound } ?? 0
    isGenerated = file.comments.prefix { $0.range.lowerBound < code }
      .contains { GeneratedMark.isIn(comment: file.text.bytes[$0.range]) }
  }

  /// - Parameter place: the byte of the mutant.
  func contains(_ node: Syntax, at place: Int) -> Bool {
    var (child, current): (Syntax?, Syntax?) = (nil, node)
    while let ancestor = current {
      if isExcluded(ancestor, child, place) { return true }
      (child, current) = (ancestor, ancestor.parent)
    }
    return quiet.contains { $0.contains(place) }
  }

  private func isExcluded(_ node: Syntax, _ child: Syntax?, _ place: Int) -> Bool {
    switch node.kind {
    // The compiler evaluates them, or a macro may replace them.
    case .attribute, .macroExpansionExpr, .macroExpansionDecl, .switchCaseItem, .enumCaseElement,
      .availabilityCondition:
      // The pattern of a case is no expression; its `where` is.
      return !(node.is(SwitchCaseItemSyntax.self) && child?.is(WhereClauseSyntax.self) == true)
    case .expressionPattern, .enumCaseParameter, .functionParameter: return true
    case .ifConfigClause:
      return node.as(IfConfigClauseSyntax.self)?.condition.map { file.range(of: $0).contains(place) } == true
    case .functionDecl:
      return isQuiet(node.as(FunctionDeclSyntax.self)) || hasMacro(node)
    case .initializerDecl: return hasMacro(node)
    case .patternBinding:
      let name = node.as(PatternBindingSyntax.self)?.pattern.bareText ?? ""
      return ["description", "debugDescription", "customMirror", "playgroundDescription"].contains(name)
    default: return false
    }
  }

  private func isQuiet(_ function: FunctionDeclSyntax?) -> Bool {
    guard let function, function.name.text == "hash" else { return false }
    return function.signature.parameterClause.parameters.first?.firstName.text == "into"
  }

  /// Whether a function has an attribute that may be a macro that replaces its body.
  private func hasMacro(_ node: Syntax) -> Bool {
    let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
    return attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      let name = attribute.attributeName.bareText
      return name.first?.isUppercase == true && name != "Sendable" && !name.hasSuffix("Actor")
        && !name.hasSuffix("Builder")
    }
  }
}

/// Calls without an effect on results: logs, checks, metrics, reserved memory, locks.
enum QuietCalls {
  private static let functions: Set<String> = [
    "print", "debugPrint", "dump", "NSLog", "os_log", "precondition", "assert", "sleep", "usleep", "nanosleep",
  ]
  private static let ends: Set<String> = [
    "fatalError", "preconditionFailure", "assertionFailure", "abort", "exit", "unimplemented",
  ]
  private static let methods: Set<String> = ["reserveCapacity", "sleep"]
  private static let bookkeeping: Set<String> = ["lock", "unlock", "resume", "cancel", "deallocate", "deinitialize"]
  private static let levels: Set<String> = [
    "trace", "debug", "info", "notice", "warning", "error", "critical", "log", "fault",
  ]

  /// Whether the call ends the program.
  static func ends(_ call: FunctionCallExprSyntax) -> Bool {
    let name = name(of: call)
    return ends.contains(name) || name.hasPrefix("unreachable")
  }

  /// Whether a test hangs or nothing happens without the call. Its arguments matter all the same.
  static func isBookkeeping(_ call: FunctionCallExprSyntax) -> Bool { bookkeeping.contains(name(of: call)) }

  /// Whether neither the call nor its arguments have an effect on results.
  static func isQuiet(_ call: FunctionCallExprSyntax) -> Bool {
    let name = name(of: call)
    if ends(call) { return true }
    guard let receiver = call.calledExpression.as(MemberAccessExprSyntax.self)?.base else {
      return functions.contains(name)
    }
    if receiver.bareText == "Swift" { return functions.contains(name) }
    if methods.contains(name) { return true }
    if name == "removeAll" { return call.arguments.first?.label?.text == "keepingCapacity" }
    let owner = receiver.bareText.lowercased()
    return levels.contains(name) && owner.contains("log")
      || ["increment", "record", "observe"].contains(name)
        && ["metric", "counter", "timer"].contains(where: owner.contains)
  }

  private static func name(of call: FunctionCallExprSyntax) -> String {
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
    return call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
  }
}
