// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HostileText

/// The address at which a job puts the page of a report, such as `https://ci.example.com/{repo}/{pr}/report.html`.
///
/// The placeholders are `{repo}`, the name of the repository with its owner; `{pr}`, the number of the pull request;
/// and `{commit}`, the whole id of the head.
package struct ReportURL: Hashable, Codable, Sendable, CustomStringConvertible {
  package static let placeholders = ["{repo}", "{pr}", "{commit}"]
  private static let longest = 1_024
  /// Source: RFC 3986, section 2.3, and the slash between an owner and a name.
  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")

  package let description: String

  /// Fails for anything but a web address with the known placeholders, and for characters that would end a link.
  package init?(_ text: String) {
    let filled = Self.placeholders.reduce(text) { $0.replacing($1, with: "a") }
    let scheme = ["https://", "http://"].first { filled.hasPrefix($0) }
    guard let scheme, text.utf8.count <= Self.longest, filled.utf8.count > scheme.utf8.count,
      filled.dropFirst(scheme.count).first != "/", filled.isASCIIName(punctuation: "-._~:/?#@!$&'*+,;=%"),
      !filled.dropFirst(scheme.count).prefix(while: { $0 != "/" }).contains("@")
    else { return nil }
    description = text
  }

  /// Returns the address of a report's page.
  package func address(of report: Report) -> String? {
    let name = report.repository.name.addingPercentEncoding(withAllowedCharacters: Self.unreserved)
    return name.map { name in
      description.replacing("{repo}", with: name).replacing("{pr}", with: "\(report.pullRequest.number)")
        .replacing("{commit}", with: report.head.hex)
    }
  }
}
