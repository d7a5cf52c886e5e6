// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
import HTMLTemplates
import HostileText
package import ReviewContract

/// Addresses of files and lines at a commit, on the pages of a forge.
///
/// Addresses with a commit stay valid when the branch moves.
package struct LineLinks: Sendable {
  /// The maximum length of an address. Longer ones are omitted: a comment has a limit, and no page needs them.
  private static let longest = 1_000
  /// Source: RFC 3986, section 2.3, without `_` and `~`, which have a meaning in Markdown.
  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-./")

  /// The address of the commit.
  package let commit: String
  /// The address of the folder, which ends with a slash.
  private let folder: String
  private let forge: ForgeDescription

  /// - Returns: `nil` for a plain git repository, which has no pages, and when the pull request's address does not have
  ///   the forge's form.
  init?(_ report: Report) {
    guard let page = report.pullRequest.url, let forge = report.repository.forge.description,
      let repository = Self.repository(ofPage: page, report, on: forge)
    else { return nil }
    self.init(page: repository, on: forge, at: report.head)
  }

  /// - Parameter page: the address of the repository's page on the forge.
  package init(page: String, on forge: ForgeDescription, at head: CommitID) {
    self.forge = forge
    commit = "\(page)\(forge.commitPath)\(head.hex)"
    folder = "\(page)\(forge.filePath)\(head.hex)/"
  }

  /// Returns the address of the file, or of its lines.
  ///
  /// - Parameter path: a hostile path; every byte with a meaning in addresses or in Markdown is percent-encoded.
  /// - Returns: `nil` for an address that would be too long.
  package func address(of path: String, lines: ClosedRange<Int>? = nil) -> String? {
    guard let path = path.addingPercentEncoding(withAllowedCharacters: Self.unreserved) else { return nil }
    let address = folder + path + (lines.map(fragment) ?? "")
    return address.utf8.count <= Self.longest ? address : nil
  }

  func address(of path: String, line: Int) -> String? { address(of: path, lines: line...line) }

  private func fragment(_ lines: ClosedRange<Int>) -> String {
    guard lines.count > 1 else { return "#L\(lines.lowerBound)" }
    return "#L\(lines.lowerBound)-\(forge.lastLinePrefix)\(lines.upperBound)"
  }

  /// Returns the repository's page; `nil` unless the address is a pull request's, and has only URL characters.
  private static func repository(ofPage page: String, _ report: Report, on forge: ForgeDescription) -> String? {
    let end = "\(forge.pullRequestPath)\(report.pullRequest.number)"
    let scheme = ["https://", "http://"].first { page.hasPrefix($0) }
    guard let scheme, page.hasSuffix(end), page.utf8.count <= longest else { return nil }
    let repository = page.dropLast(end.count)
    let isPlain = String(repository.dropFirst(scheme.count)).isASCIIName(punctuation: "-./:")
    return isPlain && repository.count > scheme.count ? String(repository) : nil
  }
}

extension Markdown {
  /// Returns the text as a link; only the text without an address.
  ///
  /// - Parameter address: an address of ``LineLinks``, without characters that end a link.
  func linked(to address: String?) -> Markdown {
    address.map { "[\(self)](\(trusted: $0))" } ?? self
  }
}
