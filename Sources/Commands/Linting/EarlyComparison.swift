// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Git
import ReviewContract
import SystemPackage

/// The comparison that a command line probably needs, begun before its arguments are decoded.
///
/// On two processors, git compares the files while the types of the arguments are used for the first time, which takes
/// several milliseconds. A wrong guess costs processor time and changes no result.
final class EarlyComparison: Sendable {
  /// The comparison for the arguments of this process; `nil` without one.
  @TaskLocal static var current: EarlyComparison?

  private let folder: FilePath
  private let scope: LocalScope
  private let task: Locked<Task<LocalChange, any Error>?>

  /// Begins the comparison in the current folder; without one, libgit2 starts.
  static func begin(_ arguments: [String]) -> EarlyComparison? {
    let folder = FilePath(FileManager.default.currentDirectoryPath)
    let git = GitAssembly(environment: ProcessInfo.processInfo.environment).localChanges
    let early = EarlyComparison(arguments, in: folder, git: git)
    if early == nil { Task.detached { GitAssembly.start() } }
    return early
  }

  /// - Returns: `nil` if the arguments name no scope that can be guessed.
  init?(_ arguments: [String], in folder: FilePath, git: LocalChangeSource) {
    guard let scope = Self.scope(arguments) else { return nil }
    self.folder = folder
    self.scope = scope
    task = Locked(Task.detached { try await git.checkedChange(around: folder, scope) })
  }

  /// Returns the comparison if it is this one. It is given once, because files can change afterwards.
  func take(around folder: FilePath, _ scope: LocalScope) async throws -> LocalChange? {
    guard folder == self.folder, scope == self.scope, let task = task.withLock({ $0.take() }) else { return nil }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Returns the scope of a run of `lint` with these arguments; `nil` for one with a value, or without a comparison.
  static func scope(_ arguments: [String]) -> LocalScope? {
    var scope = LocalScope.proposed
    for argument in arguments {
      switch argument {
      case "--unpushed": scope = .unpushed
      case "--staged": scope = .staged
      case "--worktree": scope = .worktree
      case "--all": scope = .everything
      case "--pre-push", "--stdin", "--prune-baseline", "--help", "-h": return nil
      // A file that changes after the comparison and before it is watched would be missed.
      case "--watch": return nil
      default: if ["--since", "--write-baseline"].contains(where: argument.hasPrefix) { return nil }
      }
    }
    return scope
  }
}

extension LocalChangeSource {
  /// Returns the change that a run of `lint` checks. Where every line counts, its files have no hunks.
  func checkedChange(around folder: FilePath, _ scope: LocalScope) async throws(WorkspaceError) -> LocalChange {
    scope == .everything ? try await allFiles(around: folder) : try await localChange(around: folder, scope: scope)
  }
}
