// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract

/// Determines whether the result of a package can depend on the documents of the repository, which no target has.
///
/// A build reads documents only where ``TestReach/buildObstacle`` knows of one. What tests open is watched: a test that
/// opened no document has the same inputs when only their contents change, so it opens none then either.
struct DocumentWatch: Sendable {
  private let obstacle: String?
  private let watch: FileWatch?

  /// Begins to watch; call it after the build, and after what else reads the checkout.
  ///
  /// - Parameter obstacle: why the result depends on them; `nil` if only the tests decide.
  init(_ checkout: ContainedDirectory, obstacle: String?) {
    guard obstacle == nil else {
      self.obstacle = obstacle
      watch = nil
      return
    }
    do {
      watch = try FileWatch(Self.documents(in: checkout), in: checkout)
      self.obstacle = nil
    } catch {
      watch = nil
      self.obstacle = "the documents cannot be watched: \(error)"
    }
  }

  /// Why the result depends on documents, such as `the tests opened README.md`; `nil` if it does not.
  func end() -> String? {
    guard let watch else { return obstacle }
    do {
      return try watch.touched().first.map { "the tests opened \($0)" }
    } catch {
      return "the documents cannot be watched: \(error)"
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
