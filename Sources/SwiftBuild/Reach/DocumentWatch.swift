// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract

/// Determines whether the result of a package can depend on the documents of the repository, which no target has.
///
/// A build reads documents only where ``TestReach/buildObstacle`` knows of one. What tests open is watched: a test that
/// opened no document has the same inputs when only their contents change, so it opens none then either.
struct DocumentWatch: Sendable {
  /// What is known after the tests.
  struct Outcome: Hashable, Sendable {
    /// Why the result depends on documents, such as `the tests opened README.md`; `nil` if it does not.
    let obstacle: String?
    /// The documents that the result does not depend on.
    let unread: Set<String>
  }

  private let obstacle: String?
  private let watch: FileWatch?
  private let documents: [String]

  /// Begins to watch; call it after the build, and after what else reads the checkout.
  ///
  /// - Parameter obstacle: why the result depends on them; `nil` if only the tests decide.
  init(_ checkout: ContainedDirectory, obstacle: String?) {
    guard obstacle == nil else {
      self.obstacle = obstacle
      watch = nil
      documents = []
      return
    }
    do {
      let found = try Self.documents(in: checkout)
      watch = try FileWatch(found, in: checkout)
      documents = found
      self.obstacle = nil
    } catch {
      watch = nil
      documents = []
      self.obstacle = "the documents cannot be watched: \(error)"
    }
  }

  func end() -> Outcome {
    guard let watch else { return Outcome(obstacle: obstacle, unread: []) }
    do {
      let opened = try watch.touched()
      return Outcome(
        obstacle: opened.first.map { "the tests opened \($0)" }, unread: Set(documents).subtracting(opened))
    } catch {
      return Outcome(obstacle: "the documents cannot be watched: \(error)", unread: [])
    }
  }

  private static func documents(in checkout: ContainedDirectory) throws -> [String] {
    var documents: [String] = []
    try checkout.walk { path, stamp in
      switch stamp.kind {
      case .directory: return CommittedSources.isBuildDirectory(path, stamp) ? .next : .enter
      case .file:
        if DocumentName.matches(path) { documents.append(path) }
        return .next
      default: return .next
      }
    }
    return documents
  }
}
