// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Writes the paths of a repository as a person in one of its folders would: `../Package.swift`.
package struct DisplayedPaths: Sendable {
  private let folder: [Substring]

  /// - Parameter folder: the path relative to the root; the empty string is the root.
  package init(from folder: String = "") {
    self.folder = folder.split(separator: "/")
  }

  /// - Parameter path: relative to the root.
  package func callAsFunction(_ path: String) -> String {
    guard !folder.isEmpty else { return path }
    let components = path.split(separator: "/", omittingEmptySubsequences: false)
    let common = zip(folder, components).prefix { $0 == $1 }.count
    let up = Array(repeating: Substring(".."), count: folder.count - common)
    return (up + components.dropFirst(common)).joined(separator: "/")
  }

  /// The place of a finding; see ``Findings/Finding/place``.
  func place(of finding: Finding) -> String {
    guard !finding.isAboutPullRequest else { return finding.place }
    return "\(self(finding.path)):\(finding.range.startLine):\(finding.range.startColumn)"
  }
}
