// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import Forges
import Git
import Observability
import Reporting
import ResourceLoading
import ReviewContract
import ReviewHost
import Rules
import SecretMasking
import SystemPackage

/// The composition root: the services of the commands, made by the assemblies.
struct AppContext: Sendable {
  let renderers = ReportingAssembly()
  /// Sends the requests to forges.
  var transport: any HTTPTransport

  private let forges: ForgesAssembly
  private let git = GitAssembly()
  private let rules = BuiltInRulesAssembly()

  var inspector: any CheckoutInspector { git.inspector }
  var localChanges: LocalChangeSource { git.localChanges }
  var catalogue: RuleCatalogue { rules.catalogue }

  /// - Parameters:
  ///   - answers: the folder for the cache of forges' responses; `nil` for no cache.
  ///   - log: receives a line for each request to a forge.
  init(environment: [String: String], answers: FilePath? = nil, log: (@Sendable (String) -> Void)? = nil) {
    let settings = CurlSettings(
      proxy: ProxySettings(environment: environment), certificateAuthorities: environment["SSL_CERT_FILE"])
    let network = CurlTransportAssembly(settings: settings).transport
    transport = log.map { LoggingTransport(network, log: $0) } ?? network
    forges = ForgesAssembly(
      answers: answers, learned: { KnownSecrets.ofProgram.learn($0, isShortLived: true) },
      mayKeep: { !KnownSecrets.ofProgram.mask.finds(in: $0) })
  }

  /// Makes the linter that applies the rules as they are set.
  func linter(_ settings: RuleSettings) throws(RuleSettingsError) -> any Linter { try rules.linter(settings) }

  /// The clients of a target. There is no publisher for a plain repository, or without a credential.
  ///
  /// - Parameters:
  ///   - base: the base branch; `nil` for that of the pull request.
  ///   - serverURL: the URL of the forge's repositories; `nil` to derive it from the API.
  func forge(
    _ target: ReviewTarget, base: String?, serverURL: String? = nil, credential: Credential
  ) throws -> LiveForge {
    var settings = ForgeSettings(
      kind: target.forge, repository: target.name, apiURL: target.apiURL, serverURL: serverURL, transport: transport,
      userAgent: "reviewbot/\(Reviewbot.version)", cloneURL: target.cloneURL, baseBranch: base)
    switch credential {
    case .nobody: break
    case .token(let token): settings.token = token
    case .app(let app): settings.app = app
    }
    let canPublish = target.forge != .local && credential != .nobody
    return LiveForge(
      source: try forges.pullRequests(settings),
      publisher: canPublish ? MaskingPublisher(base: try forges.publisher(settings), secrets: .ofProgram) : nil,
      fetchToken: try forges.fetchToken(settings),
      inspector: target.forge == .local ? nil : try forges.inspector(settings))
  }
}
