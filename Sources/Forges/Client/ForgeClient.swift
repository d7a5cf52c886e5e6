// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import SystemPackage

/// A forge's client: its address, and a transport that sends the token to this address only.
struct ForgeClient<API: ForgeAPI>: Sendable {
  let api: API
  let transport: any HTTPTransport
  /// The servers that may host its repositories.
  let cloneHosts: CloneHosts
  /// The clock for waits until the forge shows a recent change.
  let clock: any Clock<Duration>
  let hasToken: Bool
  let writeRate: WriteRate
  /// The tokens of an app; `nil` with a given token or without a credential.
  let tokens: InstallationTokens?
  private let skipping: @Sendable (_ count: Int, _ request: HTTPRequest) -> Void

  init(_ settings: ForgeSettings, _ conditions: ForgeConditions) throws(ForgeError) {
    let api = try API(settings)
    self.api = api
    var conditions = conditions
    writeRate = settings.writeRate ?? API.usualRate(at: api.base.origin)
    conditions.limits = conditions.limits.with(writeRate)
    clock = conditions.clock
    cloneHosts = try CloneHosts(
      settings, api: api.base.origin, server: API.server(ofAPI: api.base.origin))
    let credential = Self.credential(settings, api)
    if credential != .anonymous {
      guard api.base.origin.scheme == "https" || api.base.origin.isLoopback else {
        throw ForgeError(.failed, "\(api.base.origin) would receive the token without encryption", remedy: "use https")
      }
    }
    let tokens = try Self.tokens(settings, credential, api, conditions)
    self.tokens = tokens
    hasToken = credential != .anonymous
    skipping = conditions.skipping
    let key = TransportKey(
      forge: API.forge, origin: api.base.origin, credential: credential, limits: conditions.limits)
    transport = conditions.transports.value(for: key) { [conditions] in
      Self.route(settings.transport, to: api.base.origin, as: credential, tokens, conditions)
    }
  }

  private static func credential(_ settings: ForgeSettings, _ api: API) -> RequestIdentity {
    if let token = settings.token { return .token(token) }
    return settings.app.map { .app($0, api.repository) } ?? .anonymous
  }

  private static func tokens(
    _ settings: ForgeSettings, _ credential: RequestIdentity, _ api: API, _ conditions: ForgeConditions
  ) throws(ForgeError) -> InstallationTokens? {
    guard case .app(let app, _) = credential else { return nil }
    guard let github = api as? GitHubAPI else {
      throw ForgeError(.failed, "\(API.forge) does not support apps", remedy: "use a token")
    }
    return conditions.tokens(of: app, for: github, transport: settings.transport)
  }

  /// From the inside out: the condition of writes, the credential, and the limits and the cache of its responses.
  private static func route(
    _ network: any HTTPTransport, to origin: Origin, as credential: RequestIdentity, _ tokens: InstallationTokens?,
    _ conditions: ForgeConditions
  ) -> any HTTPTransport {
    var transport: any HTTPTransport = ConditionalWriteTransport(network)
    if case .token(let token) = credential {
      transport = AuthorizingTransport(transport, field: API.field(token), for: origin)
    } else if let tokens {
      transport = AppTransport(transport, tokens: tokens, for: origin, field: API.field)
    }
    return conditions.sending(transport, as: credential, to: origin)
  }

  /// Returns the repository after requesting an app's token, so that an error of the token is reported as such and not
  /// as a broken connection.
  func prepared() async throws(ForgeError) -> ForgeRepository<API> {
    if let tokens { _ = try await tokens.readingToken() }
    return repository()
  }

  /// - Parameter isDryRun: whether only reads are sent.
  func repository(isDryRun: Bool = false) -> ForgeRepository<API> {
    let transport = isDryRun ? DryRunTransport(transport) : transport
    return ForgeRepository(api: api, service: NetworkService(transport, skipping: skipping))
  }
}

extension ForgeClient {
  /// The waits before the second and the third attempt: an announced change is readable within some seconds.
  private static var waitsForAnnounced: [Duration] { [.seconds(3), .seconds(6)] }

  /// Loads what belongs to the repository.
  ///
  /// - Parameter isAnnounced: whether the forge itself announced it, so that the request is repeated after a 404.
  func load<Model>(_ relation: Relation<Model>, isAnnounced: Bool) async throws(ForgeError) -> Model {
    for wait in isAnnounced ? Self.waitsForAnnounced : [] {
      do {
        return try await relation.load()
      } catch  where error.code == .notFound {
        guard await (try? clock.sleep(for: wait)) != nil else {
          throw relation.explained(
            .transport(TransportError(.cancelled, "cancelled while waiting for the announced commit")))
        }
      }
    }
    return try await relation.load()
  }
}

/// The clocks, policies and shared state of the requests to forges.
struct ForgeConditions: Sendable {
  /// The clock for waits between attempts and for rate limits.
  var clock: any Clock<Duration> = ContinuousClock()
  /// The policy for repeated requests.
  var retries = RetryPolicy(repeatsAfterLimits: false)
  /// The policy for a forge's rate limits.
  var limits = RateLimitPolicy()
  /// Returns the current time, for the expiry of tokens and the end of rate limits.
  var now: @Sendable () -> Date = { Date() }
  /// The folder of cached responses, which a forge can confirm later; `nil` for no cache.
  var responses: FilePath?
  /// The maximum size of that folder.
  var responsesBytes = 64 << 20
  /// Called with each new token, so that it can be masked.
  var learned: @Sendable (String) -> Void = { _ in }
  /// Returns whether a response may be cached: not when it contains a secret.
  var mayKeep: @Sendable (Data) -> Bool = { _ in true }
  /// Called with the number of elements of a list that were skipped because they cannot be read.
  var skipping: @Sendable (_ count: Int, _ request: HTTPRequest) -> Void = { _, _ in }
  /// Makes the pacing of a credential, by a name that does not reveal it; `nil` for the pacing of this process.
  var makePacing: (@Sendable (String) -> any RequestPacing)?
  /// The tokens of apps, shared by all callers.
  let tokens = Pool<InstallationTokens.Key, InstallationTokens>()
  /// The transports to the forges, one for each credential.
  let transports = TransportPool()
  /// The times of writes and pauses, one for each credential: a limit applies to it on all of its transports.
  let pacings = Pool<String, any RequestPacing>()
  /// The installations of the repositories that an app listed.
  let installations = KnownInstallations()

  /// From the inside out: the rate limits of the credential, the retries, and the cache of responses.
  ///
  /// - Parameter transport: adds the credential.
  func sending(
    _ transport: any HTTPTransport, as credential: RequestIdentity, to origin: Origin
  ) -> any HTTPTransport {
    let limited = RateLimitingTransport(
      transport, policy: limits, pacing: pacing(of: credential, at: origin), clock: clock, now: now)
    let retrying = RetryingTransport(limited, policy: retries, clock: clock)
    guard let responses else { return retrying }
    return ConditionalTransport(
      retrying, folder: responses, identity: credential.identity, maximumBytes: responsesBytes, mayKeep: mayKeep)
  }
}
