// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct UncheckedSendableWithoutReasonRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "unchecked_sendable_without_reason",
    summary: "Explain in a comment why `@unchecked Sendable` is safe: the compiler does not check it.",
    kind: .lint,
    triggering: ["final class A: ↓@unchecked Sendable {}", "let b = 1\n\nextension A: ↓@unchecked Sendable {}"],
    nonTriggering: [
      "// The lock guards all properties.\nfinal class A: @unchecked Sendable {}", "final class A: Sendable {}",
      "/// A.\nfinal class A: @unchecked Sendable {  // one thread owns it\n}",
    ])

  func violation(of node: InheritedTypeSyntax, in file: ParsedFile) -> Violation? {
    guard let type = node.type.as(AttributedTypeSyntax.self), type.attributes.has("unchecked"),
      type.baseType.bareText == "Sendable", !Reasons.isStated(for: node, in: file)
    else { return nil }
    return Violation(node, in: file, "@unchecked Sendable without a reason; explain in a comment why it is safe")
  }
}

struct NonisolatedUnsafeWithoutReasonRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "nonisolated_unsafe_without_reason",
    summary: "Explain in a comment why `nonisolated(unsafe)` is safe: the compiler does not check it.",
    kind: .lint,
    triggering: ["↓nonisolated(unsafe) var a = 1", "struct A {\n  ↓nonisolated(unsafe) static var b = 1\n}"],
    nonTriggering: [
      "// Written once, before any thread starts.\nnonisolated(unsafe) var a = 1",
      "nonisolated(unsafe) var a = 1  // only tests write it", "nonisolated let a = 1",
    ])

  func violation(of node: DeclModifierSyntax, in file: ParsedFile) -> Violation? {
    guard node.name.tokenKind == .keyword(.nonisolated), node.detail?.detail.text == "unsafe",
      !Reasons.isStated(for: node, in: file)
    else { return nil }
    return Violation(node, in: file, "nonisolated(unsafe) without a reason; explain in a comment why it is safe")
  }
}

private enum Reasons {
  /// Whether a comment is on the line, or right above the declaration.
  static func isStated(for node: some SyntaxProtocol, in file: ParsedFile) -> Bool {
    let line = file.line(node)
    let range = file.text.range(ofLine: line)
    if file.comments.contains(where: { range.contains($0.range.lowerBound) }) { return true }
    guard let declaration = node.ancestors.first(where: { $0.isProtocol((any DeclSyntaxProtocol).self) }) else {
      return false
    }
    return declaration.leadingTrivia.contains { $0.isComment }
  }
}

struct UnstructuredTaskRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "unstructured_task",
    summary: "Store the handle of a `Task`: without it, the task cannot be awaited or cancelled.",
    kind: .lint, isOptIn: true,
    triggering: [
      "func f() async {\n  ↓Task { await a() }\n  await b()\n}",
      "let c = { () async in\n  ↓Task.detached { await a() }\n  await b()\n}",
    ],
    nonTriggering: [
      "func f() async {\n  let a = Task { await b() }\n  await a.value\n}", "func f() {\n  Task { await a() }\n}",
      "func f() async {\n  async let a = b()\n  await a\n}",
      "func f() async -> Task<Void, Never> {\n  Task { await a() }\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    (file.calls("Task") + file.calls("detached")).compactMap { call in
      guard call.isPlainCall("Task") || call.receiver?.identifier == "Task", call.trailingClosure != nil,
        call.parent?.as(CodeBlockItemSyntax.self)?.isImplicitResult == false, AsyncContexts.isAsync(around: call)
      else { return nil }
      return Violation(call, in: file, "task handle is discarded; use async let or a task group, or store the handle")
    }
  }
}

enum AsyncContexts {
  /// Whether the innermost function or closure around the node is declared as asynchronous.
  static func isAsync(around node: some SyntaxProtocol) -> Bool {
    guard
      let function = node.nearest([
        .functionDecl, .closureExpr, .initializerDecl, .accessorDecl, .deinitializerDecl, .accessorBlock,
      ])
    else { return false }
    switch function.kind {
    case .functionDecl: return function.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers?.asyncSpecifier != nil
    case .initializerDecl:
      return function.as(InitializerDeclSyntax.self)?.signature.effectSpecifiers?.asyncSpecifier != nil
    case .accessorDecl: return function.as(AccessorDeclSyntax.self)?.effectSpecifiers?.asyncSpecifier != nil
    case .closureExpr: return function.as(ClosureExprSyntax.self)?.signature?.effectSpecifiers?.asyncSpecifier != nil
    default: return false
    }
  }
}

struct BlockingInAsyncRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "blocking_in_async",
    summary: "Do not block a thread in an `async` function: other tasks need the threads of the shared pool.",
    kind: .lint,
    triggering: [
      "func f() async {\n  ↓Thread.sleep(forTimeInterval: 1)\n}",
      "func f() async {\n  let a = DispatchSemaphore(value: 0)\n  ↓a.wait()\n}",
      "func f() async {\n  ↓DispatchQueue.main.sync { a() }\n}", "func f() async {\n  ↓sleep(1)\n}",
    ],
    nonTriggering: [
      "func f() async throws {\n  try await Task.sleep(for: .seconds(1))\n}",
      "func f() {\n  Thread.sleep(forTimeInterval: 1)\n}",
      "func f() async {\n  run { Thread.sleep(forTimeInterval: 1) }\n}", "func f() async {\n  await a.wait()\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    var calls = file.calls("sleep").filter {
      $0.receiver?.identifier == "Thread" || $0.calledExpression.is(DeclReferenceExprSyntax.self)
    }
    calls += file.calls("usleep").filter { $0.calledExpression.is(DeclReferenceExprSyntax.self) }
    calls += file.calls("sync").filter { $0.receiver?.bareText.hasPrefix("DispatchQueue") == true }
    let semaphores = semaphores(in: file)
    calls += file.calls("wait").filter { call in call.receiver?.identifier.map(semaphores.contains) ?? false }
    return calls.filter { call in
      AsyncContexts.isAsync(around: call) && !call.ancestors.prefix(4).contains { $0.kind == .awaitExpr }
    }.map { Violation($0, in: file, "blocks a thread of the shared pool; use an asynchronous function") }
  }

  /// The names of variables that are initialized with semaphores or dispatch groups in the file.
  private func semaphores(in file: ParsedFile) -> Set<String> {
    Set(
      (file.calls("DispatchSemaphore") + file.calls("DispatchGroup")).compactMap { call in
        call.parent?.parent?.as(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      })
  }
}

struct SwallowedCancellationRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "swallowed_cancellation", summary: "Rethrow `CancellationError`, or the cancelled task continues.",
    kind: .lint,
    triggering: [
      "func f() async {\n  do {\n    try await Task.sleep(for: a)\n  } ↓catch {}\n}",
      "func f() async {\n  do {\n    try Task.checkCancellation()\n  } ↓catch {\n    log(1)\n  }\n}",
    ],
    nonTriggering: [
      "func f() async throws {\n  do {\n    try await Task.sleep(for: a)\n  } catch {\n    throw error\n  }\n}",
      "func f() async {\n  do {\n    try await Task.sleep(for: a)\n  } catch {\n    return\n  }\n}",
      "func f() async {\n  do {\n    try await Task.sleep(for: a)\n  } catch is CancellationError {\n    return\n  } catch {}\n}",
      "func f() async {\n  do {\n    try await b()\n  } catch {\n    report(error)\n  }\n}",
    ])

  func violation(of node: DoStmtSyntax, in file: ParsedFile) -> Violation? {
    guard let last = node.catchClauses.last, last.catchItems.isEmpty, waitsForCancellation(node.body),
      !node.catchClauses.contains(where: { $0.catchItems.bareText.contains("CancellationError") }),
      !passesOn(last.body)
    else { return nil }
    return Violation(last.catchKeyword, in: file, "catch hides a cancellation; rethrow it or leave the scope")
  }

  /// Whether the body has calls that throw only `CancellationError`.
  private func waitsForCancellation(_ body: CodeBlockSyntax) -> Bool {
    body.tokens(viewMode: .sourceAccurate).contains { token in
      guard token.text == "sleep" || token.text == "checkCancellation" else { return false }
      return token.parent?.parent?.as(MemberAccessExprSyntax.self)?.base?.identifier == "Task"
    }
  }

  /// Whether the clause throws, leaves the function or the loop, or uses the error.
  private func passesOn(_ body: CodeBlockSyntax) -> Bool {
    body.tokens(viewMode: .sourceAccurate).contains { token in
      switch token.tokenKind {
      case .keyword(.throw), .keyword(.return), .keyword(.break), .identifier("error"), .identifier("fatalError"): true
      default: false
      }
    }
  }
}

struct ContinuationMisuseRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "continuation_misuse",
    summary:
      "Resume a continuation exactly once on every path: a second call can trap, and a missing call suspends the task forever.",
    kind: .lint, severity: .error,
    triggering: [
      "await withCheckedContinuation { ↓a in\n  b()\n}",
      "await withCheckedContinuation { a in\n  a.resume()\n  ↓a.resume()\n}",
      "try await withUnsafeThrowingContinuation { a in\n  if let b { a.resume(throwing: b) }\n  ↓a.resume(returning: 1)\n}",
    ],
    nonTriggering: [
      "await withCheckedContinuation { a in\n  a.resume()\n}", "await withCheckedContinuation { a in\n  run(a)\n}",
      "try await withCheckedThrowingContinuation { a in\n  if let b {\n    a.resume(throwing: b)\n    return\n  }\n  a.resume(returning: 1)\n}",
      "await withCheckedContinuation { a in\n  run { a.resume() }\n}",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    [
      "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
      "withUnsafeThrowingContinuation",
    ].flatMap { name in
      file.calls(name).flatMap { call -> [Violation] in
        guard let closure = call.trailingClosure, case .simpleInput(let names) = closure.signature?.parameterClause,
          let parameter = names.only?.name, parameter.isIdentifier
        else { return [] }
        return check(closure, parameter, in: file)
      }
    }
  }

  private func check(_ closure: ClosureExprSyntax, _ parameter: TokenSyntax, in file: ParsedFile) -> [Violation] {
    let isUsed = closure.statements.tokens(viewMode: .sourceAccurate).contains {
      $0.isIdentifier && $0.text == parameter.text
    }
    guard isUsed else { return [Violation(parameter, in: file, "continuation is never resumed")] }
    // Only the sequence of the closure's own statements is certain.
    var hasResumed = false
    for item in closure.statements {
      if let call = resume(Syntax(item.item), parameter.text) {
        if hasResumed { return [Violation(call, in: file, "continuation is resumed a second time")] }
        hasResumed = true
      } else if let branch = item.ifExpression {
        let resumes = branch.body.statements.contains { resume(Syntax($0.item), parameter.text) != nil }
        let leaves =
          branch.body.statements.last.map {
            [.returnStmt, .throwStmt].contains($0.item.kind) || $0.item.bareText.hasPrefix("return")
          } ?? false
        if resumes, !leaves { hasResumed = true }
      } else if item.item.is(ReturnStmtSyntax.self) {
        break
      }
    }
    return []
  }

  private func resume(_ node: Syntax, _ name: String) -> FunctionCallExprSyntax? {
    guard let call = node.as(FunctionCallExprSyntax.self), call.lastName == "resume", call.receiver?.identifier == name
    else { return nil }
    return call
  }
}
