// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Forges
package import ReviewContract
package import ReviewHost

/// A forge that the daemon serves: its section of the operator's configuration, with its secrets.
package struct DaemonForge: Sendable {
  package let section: ServedForge
  private let marker: CommentMarker
  /// Which of the repositories that match the patterns are discovered.
  let discovery: DiscoverySection
  let webhookSecrets: WebhookSecrets
  /// Reads the credential from its file at each call, so that it can be changed without a restart.
  package let credential: @Sendable () throws -> Credential
  /// The application that accounts sign in with; `nil` if they cannot.
  package let signIn: SignInSecrets?

  package init(
    _ section: ServedForge, of configuration: ServerConfiguration, webhookSecrets: WebhookSecrets,
    signIn: SignInSecrets? = nil, credential: @escaping @Sendable () throws -> Credential
  ) {
    self.section = section
    marker = configuration.name.marker
    discovery = configuration.discovery
    self.webhookSecrets = webhookSecrets
    self.credential = credential
    self.signIn = signIn
  }

  /// The name of the forge in the operator's configuration.
  package var name: String { section.name.name }
  package var kind: ForgeKind { section.kind }
  /// The server of its pages, without a slash at the end, such as `https://github.com`.
  package var webURL: String { section.url.url }
  package var apiURL: String { section.api?.url ?? (kind.description ?? .github).api(ofServer: webURL) }

  /// How fast writes may be sent; `nil` for the rate that is usual for the server.
  package var writeRate: WriteRate? {
    section.writeSpacing.map {
      WriteRate(burst: $0.burst, perMinute: $0.perMinute, interval: $0.interval?.duration ?? .zero)
    }
  }

  package var policy: RepositoryPolicy {
    let forks: RepositoryPolicy.ForkPolicy =
      switch section.forkPullRequests {
      case .requireApproval: .requireApproval
      case .run: .run
      case .ignore: .ignore
      }
    let drafts: DraftReview? =
      switch section.drafts {
      case .repository: nil
      case .review: .review
      case .lint: .lint
      case .skip: .skip
      }
    return RepositoryPolicy(
      marker: marker, forks: forks, trusted: Set(section.trustedAccounts.map(\.name)), drafts: drafts)
  }

  /// Returns a repository of which only the name is known.
  package func repository(_ name: String) -> Repository { section.repository(name) }

  var webhooks: WebhookFormat { (kind.description ?? .github).webhooks }
}

/// Its repositories.
extension DaemonForge {
  package func serves(_ repository: String) -> Bool { section.covers(repository) }

  /// Whether draft pull requests are not reviewed.
  var skipsDrafts: Bool { section.drafts == .skip }

  /// The repositories that are named in full.
  package var named: [String] { section.repositories.filter { !$0.isPattern }.map(\.pattern) }

  /// The patterns for the other repositories.
  private var patterns: [RepositoryPattern] { section.repositories.filter(\.isPattern) }

  package var hasPatterns: Bool { !patterns.isEmpty }

  /// The owners that the patterns name.
  var owners: [RepositoryOwner] {
    patterns.reduce(into: []) { owners, pattern in
      guard let owner = pattern.owner else { return }
      // An owner is listed once, with its subgroups if one of the patterns includes them.
      let index = owners.firstIndex { $0.name.lowercased() == owner.name.lowercased() }
      let hasSubgroups = owner.hasSubgroups || index.map { owners[$0].hasSubgroups } ?? false
      if let index { owners.remove(at: index) }
      owners.append(RepositoryOwner(owner.name, hasSubgroups: hasSubgroups))
    }
  }

  /// The patterns that name no owner, such as `*/*`: only an app's installations say who these are.
  var withoutOwner: [String] { patterns.filter { $0.owner == nil }.map(\.pattern) }

  /// Returns whether a pattern can match a repository of the account.
  package func canMatch(account: String) -> Bool { patterns.contains { $0.canMatch(account: account) } }
}
