// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import BuiltInRules
import CurlTransport
import Forges
import GitWorkspace
import Reporting
import ResourceLoading
import ReviewCore
import RuleKit
import SystemPackage

/// The composition root: the parts that the commands use, made from the assemblies.
struct LiveParts: Sendable {
  let inspector: any CheckoutInspector
  let localChanges: any LocalChangeSource
  let catalogue: RuleCatalogue
  let makeReviewer: @Sendable (RuleSettings) throws -> any Reviewer
  let renderers: Renderers

  private let transport: any HTTPTransport
  private let makeSource: @Sendable (ForgeSettings) throws -> any PullRequestSource
  private let makePublisher: @Sendable (ForgeSettings) throws -> any ReportPublisher

  struct Renderers: Sendable {
    let comment: @Sendable (CommentSettings) throws -> any ReportRenderer
    let terminal: @Sendable (TerminalSettings) throws -> any ReportRenderer
    let json: any ReportRenderer
    let annotations: any ReportRenderer
    let summary: any ReportRenderer
    let findings: any FindingRenderer
  }

  /// Everything that the program is put together from, apart from what runs in the half under review.
  static func registry(environment: [String: String]) -> Registry {
    let network = CurlSettings(
      proxy: ProxySettings(environment: environment), certificateAuthorities: environment["SSL_CERT_FILE"])
    return Registry([
      BuiltInRulesAssembly(), CurlTransportAssembly(settings: network), ForgesAssembly(), GitWorkspaceAssembly(),
      ReportingAssembly(),
    ])
  }

  init(environment: [String: String]) throws {
    var resolver = Self.registry(environment: environment).resolver()
    inspector = try resolver(.checkoutInspector)
    localChanges = try resolver(.localChanges)
    catalogue = try resolver(.ruleCatalogue)
    makeReviewer = try resolver(.reviewer)
    transport = try resolver(.httpTransport)
    makeSource = try resolver(.pullRequestSource)
    makePublisher = try resolver(.reportPublisher)
    renderers = Renderers(
      comment: try resolver(.commentRenderer), terminal: try resolver(.terminalRenderer),
      json: try resolver(.jsonRenderer), annotations: try resolver(.annotationRenderer),
      summary: try resolver(.summaryRenderer), findings: try resolver(.findingRenderer))
  }

  /// The forge of a target. A plain repository has no place to publish to, and a forge takes nothing without a token.
  func forge(_ target: ReviewTarget, base: String?, token: Secret?) throws -> LiveForge {
    let settings = ForgeSettings(
      kind: target.forge, repository: target.name, apiURL: target.apiURL, token: token, transport: transport,
      userAgent: "reviewbot/\(Reviewbot.version)", cloneURL: target.cloneURL, baseBranch: base)
    let canPublish = target.forge != .local && token != nil
    return LiveForge(
      source: try makeSource(settings), publisher: canPublish ? try makePublisher(settings) : nil)
  }
}

/// Who knows the pull request and who shows its review.
struct LiveForge: Sendable {
  let source: any PullRequestSource
  let publisher: (any ReportPublisher)?
}
