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
    forges = try configuration.forges.map { forge in
      let name = forge.name.name
      guard let forgeSecrets = secrets.forges[name] else { preconditionFailure("a configured forge has secrets") }
      return DaemonForge(
        forge, of: configuration, webhookSecrets: try Self.webhookSecrets(forgeSecrets.webhooks),
        signIn: forgeSecrets.signIn
      ) {
        let credential = try ServerSecrets.read(configuration, file: file).forges[name].map {
          Credential($0.credential)
        }
        credential?.secret.map { KnownSecrets.ofProgram.learn($0) }
        return credential ?? .anonymous
      }
    }
    notes = secrets.forges.compactMap { name, forge in
      ShortSecret.note(Credential(forge.credential).secret, what: "the token of \(name)")
    }
    for secret in secrets.forges.values.flatMap({ $0.webhooks + ($0.signIn.map { [$0.secret] } ?? []) })
      + Array(secrets.dependencyTokens.values)
    {
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
