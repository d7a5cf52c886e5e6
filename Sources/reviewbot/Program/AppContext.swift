// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
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

/// The composition root: the services of the commands, resolved from the assemblies.
struct AppContext: Sendable {
  let inspector: any CheckoutInspector
  let localChanges: any LocalChangeSource
  let catalogue: RuleCatalogue
  let makeLinter: @Sendable (RuleSettings) throws -> any Linter
  let renderers: Renderers

  private let transport: any HTTPTransport
  private let makeSource: @Sendable (ForgeSettings) throws -> any PullRequestSource
  private let makePublisher: @Sendable (ForgeSettings) throws -> any ReportPublisher
  private let makeInspector: @Sendable (ForgeSettings) throws -> any RepositoryInspector
  private let makeFetchToken: @Sendable (ForgeSettings) throws -> FetchToken

  struct Renderers: Sendable {
    let comment: @Sendable (CommentSettings) throws -> any ReportRenderer
    let terminal: @Sendable (TerminalSettings) throws -> any ReportRenderer
    let json: any ReportRenderer
    let annotations: any ReportRenderer
    let summary: any ReportRenderer
    let findings: any FindingRenderer
    let lines: any LineRenderer
  }

  /// The assemblies of the program, without those of the worker process.
  ///
  /// - Parameter answers: the folder for the cache of forges' responses; `nil` for no cache.
  static func registry(environment: [String: String], answers: FilePath? = nil) -> Registry {
    let network = CurlSettings(
      proxy: ProxySettings(environment: environment), certificateAuthorities: environment["SSL_CERT_FILE"])
    return Registry([
      BuiltInRulesAssembly(), CurlTransportAssembly(settings: network),
      ForgesAssembly(
        answers: answers, learned: { KnownSecrets.ofProgram.learn($0, isShortLived: true) },
        mayKeep: { !KnownSecrets.ofProgram.mask.finds(in: $0) }),
      GitAssembly(), ReportingAssembly(),
    ])
  }

  /// - Parameters:
  ///   - answers: the folder for the cache of forges' responses; `nil` for no cache.
  ///   - log: receives a line for each request to a forge.
  init(
    environment: [String: String], answers: FilePath? = nil, log: (@Sendable (String) -> Void)? = nil
  ) throws {
    var resolver = Self.registry(environment: environment, answers: answers).resolver()
    inspector = try resolver(.checkoutInspector)
    localChanges = try resolver(.localChanges)
    catalogue = try resolver(.ruleCatalogue)
    makeLinter = try resolver(.linter)
    let network = try resolver(.httpTransport)
    transport = log.map { LoggingTransport(network, log: $0) } ?? network
    makeSource = try resolver(.pullRequestSource)
    makePublisher = try resolver(.reportPublisher)
    makeInspector = try resolver(.repositoryInspector)
    makeFetchToken = try resolver(.fetchToken)
    renderers = Renderers(
      comment: try resolver(.commentRenderer), terminal: try resolver(.terminalRenderer),
      json: try resolver(.jsonRenderer), annotations: try resolver(.annotationRenderer),
      summary: try resolver(.summaryRenderer), findings: try resolver(.findingRenderer),
      lines: try resolver(.lineRenderer))
  }

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
      source: try makeSource(settings),
      publisher: canPublish ? MaskingPublisher(base: try makePublisher(settings), secrets: .ofProgram) : nil,
      fetchToken: try makeFetchToken(settings),
      inspector: target.forge == .local ? nil : try makeInspector(settings))
  }
}
