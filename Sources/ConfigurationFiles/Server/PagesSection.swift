// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The web pages of reviews.
package struct PagesSection: ConfigurationSection {
  /// The public address of the pages; `nil` for no pages.
  package var url: WebAddress?
  package var listen: ListenAddress = "127.0.0.1:8081"
  package var access = PageAccess.members
  /// The lifetime of a link that shows a review without an account; `nil` for no such links.
  package var links: TimeSpan?
  package var connections = 1_000

  package static let name = "pages"
  package static let summary =
    "The web pages of reviews, to which statuses, check runs and comments link. See [Web pages](operating.md#web-pages)."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "url", \.url, .optional(.value),
        "The public address of the pages, without a path; without this key there are no pages. The scheme is `https`, or `http` on "
          + "the loopback interface.", example: "https://reviews.example.com", atStart: true),
      ConfigurationKey(
        "listen", \.listen, .value,
        "The address and the port at which the pages are served, by the processes with the role `pages`. It serves plain http: use "
          + "a reverse proxy that terminates TLS.", atStart: true),
      ConfigurationKey(
        "access", \.access, .choice,
        "Who can read the pages of a repository: accounts that can read it (`members`), or everyone if it is public (`public`). "
          + "Accounts sign in through the forge, with its `sign_in`."),
      ConfigurationKey(
        "links", \.links, .optional(.value(in: "1m"..."30d")),
        "How long a link is valid that a member made to show one review to readers without an account. Without this key there are "
          + "no such links, and existing ones are invalid.", example: "7d"),
      ConfigurationKey(
        "connections", \.connections, .integer(1...100_000),
        "The maximum number of open connections. A reader of a live log has one.", atStart: true),
    ]
  }
}

/// The readers of a repository's pages.
package enum PageAccess: String, Codable, Sendable, CaseIterable {
  /// Accounts that can read the repository.
  case members
  /// Everyone, if the repository is public.
  case everyone = "public"
}

/// The application that the forge knows the daemon as when accounts sign in.
package struct SignInFiles: Hashable, Codable, Sendable {
  package var id: AppID
  package var secret: SecretFile
}

extension ConfigurationCodec<SignInFiles> {
  static var signIn: ConfigurationCodec {
    let keys = [
      ConfigurationKey<SignInFiles>("id", \.id, .value, "Its client id.", example: #""Iv1.8a61f9b3a7aba766""#),
      ConfigurationKey<SignInFiles>(
        "secret", \.secret, .secretFile, "The file of its client secret.",
        example: "/etc/reviewbot/github-sign-in-secret"),
    ]
    // Both keys are required: these values are never used.
    let initial = SignInFiles(id: "-", secret: SecretFile("/-"))
    return mapping("mapping with id and secret", initial, keys, required: ["id", "secret"], isSecret: true)
  }
}
