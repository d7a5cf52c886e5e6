// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Findings
import Forges
package import JobQueue
import Observability
import ReviewContract
package import ReviewHost

/// The validated server configuration, with the files that it names.
package struct ServedService: Sendable {
  package let configuration: ServerConfiguration
  package let forges: [DaemonForge]
  package let intakes: [IntakeForge]
  package let dependencyTokens: DependencyTokens
  /// Warnings for the operator.
  package let notes: [String]

  /// - Throws: ``ConfigurationError`` with all problems of the file, ``UsageError`` for an invalid secret.
  package init(file: String, catalogue: RuleCatalogue) throws {
    try self.init(ServerConfigurationReader(catalogue: catalogue).read(file: file), file: file)
  }

  private init(_ configuration: ServerConfiguration, file: String) throws {
    let secrets = try ServerSecrets.read(configuration, file: file)
    self.configuration = configuration
    dependencyTokens = try DependencyTokens(secrets.dependencyTokens)
    var forges: [DaemonForge] = []
    var intakes: [IntakeForge] = []
    for forge in configuration.forges {
      let name = forge.name.name
      guard let own = secrets.forges[name], let flavor = WebhookFlavor(rawValue: forge.kind.rawValue) else {
        preconditionFailure("a configured forge has secrets and supports webhooks")
      }
      forges.append(
        DaemonForge(
          forge, policy: Self.policy(forge, configuration), patterns: Self.patterns(forge, configuration.discovery)
        ) {
          let credential = try ServerSecrets.read(configuration, file: file).forges[name].map {
            Credential($0.credential)
          }
          credential?.secret.map { KnownSecrets.ofProgram.learn($0) }
          return credential ?? .anonymous
        })
      intakes.append(
        IntakeForge(
          name: name, flavor: flavor, secrets: try Self.webhookSecrets(own.webhooks),
          accepts: { forge.covers($0) }, skipsDrafts: forge.drafts == .skip))
    }
    notes = secrets.forges.compactMap { name, forge in
      ShortSecret.note(Credential(forge.credential).secret, what: "the token of \(name)")
    }
    self.forges = forges
    self.intakes = intakes
    for secret in secrets.forges.values.flatMap(\.webhooks) + Array(secrets.dependencyTokens.values) {
      KnownSecrets.ofProgram.learn(secret)
    }
    secrets.queuePassword.map { KnownSecrets.ofProgram.learn($0) }
    for forge in secrets.forges.values { Credential(forge.credential).secret.map { KnownSecrets.ofProgram.learn($0) } }
  }

  /// Reads the file and its secrets again.
  ///
  /// - Returns: the service with every change that a running daemon can make, and the changed keys that take effect
  ///   only at the next start, and the configuration as it is written in the file.
  /// - Throws: as ``init(file:catalogue:)``.
  package func reloaded(
    file: String, catalogue: RuleCatalogue
  ) throws -> (service: ServedService, needsRestart: [String], written: ServerConfiguration) {
    let written = try ServerConfigurationReader(catalogue: catalogue).read(file: file)
    let (next, needsRestart) = configuration.reloaded(written)
    return (try ServedService(next, file: file), needsRestart, written)
  }

  /// Whether a forge or a repository is configured.
  package func isConfigured(_ scope: PauseScope) -> Bool {
    switch scope {
    case .all: true
    case .forge(let name): forges.contains { $0.name == name }
    case .repository(let repository):
      forges.contains { $0.name == repository.forge && $0.serves(repository.name) }
    }
  }

  private static func webhookSecrets(_ secrets: [Secret]) throws(UsageError) -> WebhookSecrets {
    do throws(WebhookSecrets.Invalid) {
      return try WebhookSecrets(secrets)
    } catch {
      throw UsageError(error.description, remedy: "see webhook_secrets in the operator's file")
    }
  }

  private static func patterns(_ forge: ServedForge, _ discovery: DiscoverySection) -> DaemonForge.Patterns? {
    let patterns = forge.repositories.filter(\.isPattern)
    guard !patterns.isEmpty else { return nil }
    var owners: [RepositoryOwner] = []
    for case let owner? in patterns.map(\.owner) {
      // An owner is listed once, with its subgroups if one of the patterns includes them.
      let index = owners.firstIndex { $0.name.lowercased() == owner.name.lowercased() }
      let hasSubgroups = owner.hasSubgroups || index.map { owners[$0].hasSubgroups } ?? false
      if let index { owners.remove(at: index) }
      owners.append(RepositoryOwner(owner.name, hasSubgroups: hasSubgroups))
    }
    return DaemonForge.Patterns(
      owners: owners, withoutOwner: patterns.filter { $0.owner == nil }.map(\.pattern),
      canMatchAccount: { account in patterns.contains { $0.canMatch(account: account) } },
      includesArchived: discovery.archived, includesForks: discovery.forks, limit: discovery.limit)
  }

  private static func policy(_ forge: ServedForge, _ configuration: ServerConfiguration) -> RepositoryPolicy {
    let forks: RepositoryPolicy.ForkPolicy =
      switch forge.forkPullRequests {
      case .requireApproval: .requireApproval
      case .run: .run
      case .ignore: .ignore
      }
    return RepositoryPolicy(
      marker: configuration.name.marker, forks: forks, trusted: Set(forge.trustedAccounts.map(\.name)),
      drafts: drafts(forge.drafts))
  }

  private static func drafts(_ drafts: OperatorDrafts) -> DraftReview? {
    switch drafts {
    case .repository: nil
    case .review: .review
    case .lint: .lint
    case .skip: .skip
    }
  }
}

extension Credential {
  package init(_ credential: ForgeSecrets.Credential) {
    self =
      switch credential {
      case .token(let token): .token(token)
      case .app(let id, let key): .app(AppSettings(id: id, privateKey: key))
      }
  }
}

extension DaemonForge {
  package init(
    _ forge: ServedForge, policy: RepositoryPolicy, patterns: Patterns?,
    credential: @escaping @Sendable () throws -> Credential
  ) {
    self.init(
      name: forge.name.name, kind: forge.kind, webURL: forge.url.url,
      apiURL: forge.api?.url ?? (forge.kind.description ?? .github).api(ofServer: forge.url.url),
      credential: credential, policy: policy, serves: { forge.covers($0) },
      named: forge.repositories.filter { !$0.isPattern }.map(\.pattern), patterns: patterns,
      writeRate: forge.writeSpacing.map {
        WriteRate(burst: $0.burst, perMinute: $0.perMinute, interval: $0.interval?.duration ?? .zero)
      })
  }
}
