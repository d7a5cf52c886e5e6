// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract

/// The way in which a caller names a pull request.
package enum PullRequestReference: Hashable, Sendable {
  case number(Int)
  case page(PullRequestPage)

  /// Parses `7`, `#7`, `!7`, or the address of a page, which a browser may show without its scheme.
  ///
  /// - Throws: ``UsageError`` for any other text.
  package init(_ text: String) throws(UsageError) {
    let text = text.trimmingCharacters(in: .whitespaces)
    let digits = text.hasPrefix("#") || text.hasPrefix("!") ? text.dropFirst() : text[...]
    if let number = Int(digits), !digits.hasPrefix("+") {
      self = .number(number)
    } else if text.contains("://") {
      self = .page(try PullRequestPage(text))
    } else if text.contains(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]+)?\//) {
      self = .page(try PullRequestPage("https://" + text))
    } else {
      throw UsageError(
        "\"\(text.prefix(200))\" is not a pull request",
        remedy: "give its number, or the address of its page, such as https://github.com/OWNER/NAME/pull/7")
    }
  }

  package var number: Int {
    switch self {
    case .number(let number): number
    case .page(let page): page.number
    }
  }
}

/// The address of a pull request's page on a forge, or of one of its parts: its files, a commit, a comment.
package struct PullRequestPage: Hashable, Sendable {
  /// The URL of the repository.
  package let repository: String
  package let number: Int
  /// The forge whose pages have such addresses.
  package let kind: ForgeKind

  /// - Throws: ``UsageError`` if it is not the address of a pull request, or contains a credential.
  package init(_ text: String) throws(UsageError) {
    guard let url = URLComponents(string: text), let host = url.host, !host.isEmpty,
      let scheme = url.scheme?.lowercased()
    else { throw Self.unknown(text) }
    guard url.user == nil, url.password == nil else {
      throw UsageError(
        "the address of the pull request contains a credential",
        remedy: "remove it and use --token-file or REVIEWBOT_TOKEN")
    }
    guard scheme == "https" || scheme == "http" else { throw Self.unknown(text) }
    let parts = url.path.split(separator: "/").map(String.init)
    let server = "\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")"
    // The repository has at least two parts; one of them may have the name of a page.
    guard
      let page = parts.indices.dropFirst(2).first(where: { index in
        Self.pages[parts[index]] != nil && index + 1 < parts.endIndex && Self.isNumber(parts[index + 1])
      }), let kind = Self.pages[parts[page]], let number = Int(parts[page + 1])
    else {
      // Which forge it is, and whether it is supported, matters more than the form of the address.
      repository = "\(server)/\(parts.joined(separator: "/"))"
      try TargetResolver.checkServer(of: repository)
      throw Self.unknown(text)
    }
    let names = parts[..<page]
    repository = "\(server)/\((names.last == "-" ? names.dropLast() : names).joined(separator: "/"))"
    self.number = number
    self.kind = kind
  }

  /// The address of a pull request's page on a forge.
  package static func form(on kind: ForgeKind, origin: String) -> String {
    "\(origin)/OWNER/NAME\((kind.description ?? .github).pullRequestPath)N"
  }

  private static let pages = Dictionary(
    ForgeDescription.all.map { (String($0.pageName), $0.kind) }, uniquingKeysWith: { first, _ in first })

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 18 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func unknown(_ text: String) -> UsageError {
    let forms = ForgeDescription.all.map(\.exampleAddress)
    return UsageError(
      "\"\(text.prefix(200))\" is not the address of a pull request",
      remedy: "write it as \(forms.dropLast().joined(separator: ", ")) or \(forms.last ?? ""), "
        + "or give its number with --pr and --repo")
  }
}
