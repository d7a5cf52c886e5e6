// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import SystemPackage

/// A forge's client: its address, and a transport that sends the token there and nowhere else.
struct ForgeClient<API: ForgeAPI>: Sendable {
  let api: API
  let transport: any HTTPTransport
  /// Where its repositories may be.
  let cloneHosts: CloneHosts
  /// What waits for what a forge does not show yet.
  let clock: any Clock<Duration>
  let hasToken: Bool
  /// Makes the tokens of an app; `nil` when there is a token or none.
  let tokens: InstallationTokens?

  init(_ settings: ForgeSettings, _ conditions: ForgeConditions) throws(ForgeError) {
    let api = try API(settings)
    self.api = api
    clock = conditions.clock
    cloneHosts = try CloneHosts(settings, api: api.base.origin)
    let credential = Self.credential(settings, api)
    if credential != .anonymous {
      guard api.base.origin.scheme == "https" || api.base.origin.isLoopback else {
        throw ForgeError(.failed, "\(api.base.origin) would get the token without encryption", remedy: "use https")
      }
    }
    let tokens = try Self.tokens(settings, credential, api, conditions)
    self.tokens = tokens
    hasToken = credential != .anonymous
    let key = TransportPool.Key(forge: API.forge, origin: api.base.origin, credential: credential)
    transport = conditions.transports.transport(for: key) {
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
    return conditions.tokens.tokens(of: app, for: github, transport: settings.transport, conditions: conditions)
  }

  /// From the inside out: the condition of writes, the credential, its limits, patience with what passes, and answers that are only confirmed.
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
    transport = RateLimitingTransport(
      transport, policy: conditions.limits, pacing: conditions.pacing(of: credential, at: origin),
      clock: conditions.clock, now: conditions.now)
    transport = RetryingTransport(transport, policy: conditions.retries, clock: conditions.clock)
    guard let folder = conditions.answers else { return transport }
    return ConditionalTransport(
      transport, folder: folder, identity: credential.identity, maximumBytes: conditions.answersBytes,
      mayKeep: conditions.mayKeep)
  }

  /// Has an app's token made, so that what is wrong with it is said as what it is and not as a broken connection.
  func prepare() async throws(ForgeError) {
    if let tokens { _ = try await tokens.readingToken() }
  }

  /// - Parameter isDryRun: nothing but reads leaves the machine.
  func service(isDryRun: Bool = false) -> any ResourceService {
    NetworkService(isDryRun ? DryRunTransport(transport) : transport)
  }
}

extension ForgeClient {
  /// Before the second and the third attempt: what a forge announces shows within some seconds.
  private static var waitsForAnnounced: [Duration] { [.seconds(3), .seconds(6)] }

  /// Loads a resource.
  ///
  /// - Parameter isAnnounced: whether the forge itself announced it, so that the request is repeated when it does not
  ///   find it.
  func load<R: HTTPResource & DataResource>(
    _ resource: R, isAnnounced: Bool
  ) async throws(LoadingError) -> R.Model {
    for wait in isAnnounced ? Self.waitsForAnnounced : [] {
      do throws(LoadingError) {
        return try await service().load(resource)
      } catch {
        guard case .rejected(let rejection) = error, rejection.head.status.code == 404 else { throw error }
      }
      do {
        try await clock.sleep(for: wait)
      } catch {
        throw .transport(TransportError(.cancelled, "cancelled while waiting for the announced commit"))
      }
    }
    return try await service().load(resource)
  }
}

/// Time, and how much patience there is with a forge.
struct ForgeConditions: Sendable {
  /// What waits between attempts and for limits.
  var clock: any Clock<Duration> = ContinuousClock()
  /// How often a request that may be repeated is sent.
  var retries = RetryPolicy(repeatsAfterLimits: false)
  /// How a forge's limits are kept.
  var limits = RateLimitPolicy()
  /// What time it is, for tokens that expire and limits that end.
  var now: @Sendable () -> Date = { Date() }
  /// The folder for answers that a forge may confirm later; without one, none is kept.
  var answers: FilePath?
  /// The maximum size of that folder.
  var answersBytes = 64 << 20
  /// Called with each new token, so that it can be masked.
  var learned: @Sendable (String) -> Void = { _ in }
  /// Whether an answer may be kept: not when a server repeats a secret in it.
  var mayKeep: @Sendable (Data) -> Bool = { _ in true }
  /// Makes the pacing of a credential, by a name that does not reveal it; `nil` for that of this process.
  var makePacing: (@Sendable (String) -> any RequestPacing)?
  /// The tokens of apps, shared by all callers.
  let tokens = InstallationTokenPool()
  /// The ways to the forges, one for each credential.
  let transports = TransportPool()
  /// The times of writes and pauses, one for each credential.
  let pacings = PacingPool()
}
