// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
package import Findings
package import Forges
package import Git
import Observability
package import Reporting
package import ResourceLoading
package import ReviewContract
package import ReviewHost
import Rules
import SecretMasking
package import SystemPackage

/// The composition root: the services of the commands, created by the assemblies.
package struct AppContext: Sendable {
  package let renderers = ReportingAssembly()
  /// Sends the requests to forges.
  package var transport: any HTTPTransport

  package let forges: ForgesAssembly
  private let session: ForgeSession
  private let git: GitAssembly
  private let rules = BuiltInRulesAssembly()

  package var inspector: any CheckoutInspector { git.inspector }
  package var localChanges: LocalChangeSource { git.localChanges }
  package var catalogue: RuleCatalogue { rules.catalogue }

  /// - Parameters:
  ///   - responses: the folder for the cache of forges' responses; `nil` for no cache.
  ///   - responsesBytes: the maximum size of that cache; `nil` for the default.
  ///   - pacing: creates the pacing of a forge's credential, by a name; `nil` if only this process uses the credential.
  ///   - session: how the requests to forges are sent. Only the network's responses are cached.
  ///   - skipping: called with the number of elements of a forge's list that cannot be read.
  ///   - log: receives a line for each request to a forge.
  package init(
    environment: [String: String], responses: FilePath? = nil, responsesBytes: Int? = nil,
    session: ForgeSession = .network,
    pacing: (@Sendable (_ credential: String) -> any RequestPacing)? = nil,
    skipping: (@Sendable (_ count: Int, _ list: String) -> Void)? = nil,
    log: (@Sendable (String) -> Void)? = nil
  ) {
    git = GitAssembly(environment: environment)
    var settings = CurlSettings.standard
    settings.proxy = ProxySettings(environment: environment)
    settings.certificateAuthorities = environment["SSL_CERT_FILE"]
    let sending = session.transport(over: CurlTransportAssembly(settings: settings).transport)
    transport = log.map { LoggingTransport(sending, log: $0) } ?? sending
    self.session = session
    forges = ForgesAssembly(
      responses: session.isNetwork ? responses : nil, responsesBytes: responsesBytes,
      learned: { KnownSecrets.ofProgram.learn($0, isShortLived: true) },
      mayKeep: { !KnownSecrets.ofProgram.mask.finds(in: $0) },
      skipping: skipping ?? { log?("\($1): skipped \($0) element\($0 == 1 ? "" : "s") that cannot be read") },
      pacing: pacing)
  }

  /// Returns the changes of the working tree around a folder.
  ///
  /// - Throws: ``UsageError`` if the folder or the revision to compare with cannot be used, `WorkspaceError` otherwise.
  package func localChange(around folder: FilePath, scope: LocalScope) async throws -> LocalChange {
    try await UsageError.explaining { try await git.localChanges.localChange(around: folder, scope: scope) }
  }

  /// Returns the clients of a target. There is no publisher for a plain repository, or without a credential.
  ///
  /// - Parameters:
  ///   - base: the base branch; `nil` for the base branch of the pull request.
  ///   - serverURL: the URL of the forge's repositories; `nil` to derive it from the API.
  ///   - writeRate: how fast writes may be sent; `nil` for the rate that is usual for the server.
  package func forge(
    _ target: ReviewTarget, base: String?, serverURL: String? = nil, writeRate: WriteRate? = nil, credential: Credential
  ) throws -> LiveForge {
    var settings = settings(target, base: base, serverURL: serverURL, credential)
    if let writeRate { settings.writeRate = writeRate }
    let canPublish = target.forge != .local && credential != .anonymous
    return LiveForge(
      source: try forges.pullRequests(settings),
      publisher: canPublish ? try forges.publisher(settings) : nil,
      fetchToken: try forges.fetchToken(settings),
      inspector: target.forge == .local ? nil : try forges.inspector(settings))
  }

  /// Returns the permissions of a credential in a repository, as far as read requests show them.
  package func rights(_ target: ReviewTarget, _ serverURL: String?, _ credential: Credential) async throws
    -> [RightCheck]
  {
    try await forges.rights(settings(target, base: nil, serverURL: serverURL, credential))
  }

  /// Returns the accounts with an installation of an app; `nil` for a token.
  package func installations(
    _ target: ReviewTarget, _ serverURL: String?, _ credential: Credential
  ) async throws -> [InstalledAccount]? {
    try await forges.installations(settings(target, base: nil, serverURL: serverURL, credential))
  }

  /// Returns the settings of the clients of a target.
  package func settings(
    _ target: ReviewTarget, base: String?, serverURL: String?, _ credential: Credential
  ) -> ForgeSettings {
    var settings = ForgeSettings(
      kind: target.forge, repository: target.name, apiURL: target.apiURL, serverURL: serverURL, transport: transport,
      userAgent: "reviewbot/\(ProgramVersion.number)", cloneURL: target.cloneURL, baseBranch: base)
    switch credential {
    case .anonymous: break
    case .token(let token): settings.token = token
    case .app(let app): settings.app = app
    }
    session.apply(to: &settings)
    return settings
  }
}

extension UsageError {
  /// Runs a lookup of a repository and revisions from the arguments, and throws ``UsageError`` if they cannot be used.
  package static func explaining<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as WorkspaceError where [.notARepository, .missingRevision, .missingBase].contains(error.code) {
      throw UsageError(error)
    }
  }
}
