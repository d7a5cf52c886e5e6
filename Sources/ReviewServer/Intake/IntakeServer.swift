// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import HTTPTypes
import HummingbirdCore
package import JobQueue
package import Logging
import NIOCore
import ReviewContract

/// Receives the webhook deliveries of the forges: an authentic delivery is stored before it is answered.
///
/// It serves `POST /webhook/NAME`, and ``HealthEndpoints`` at the same address or at a separate one. It never connects
/// to an address from a delivery.
package struct IntakeServer: Sendable {
  /// The service at an address.
  package enum Endpoint: Hashable, Sendable {
    case webhooks, health
  }

  private let settings: IntakeSettings
  private let health: HealthEndpoints
  private let webhooks: WebhookEndpoint
  private let metrics: IntakeMetrics
  private let events: IntakeEvents
  private let logger: Logger
  let budget: BytesInFlight

  package init(
    _ settings: IntakeSettings, queue: any ReviewQueue, health: HealthEndpoints, events: IntakeEvents = IntakeEvents(),
    outage: QueueOutage? = nil, logger: Logger
  ) {
    self.settings = settings
    self.health = health
    self.logger = logger
    self.events = events
    metrics = IntakeMetrics()
    budget = BytesInFlight(settings.limits.bodiesInFlight, onChange: events.onBytesHeld)
    webhooks = WebhookEndpoint(
      settings, budget: budget, queue: queue, events: events, metrics: metrics, outage: outage,
      logger: logger)
  }

  /// Replaces the forges with their secrets and repositories, without an interruption.
  package func update(_ forges: [DaemonForge], debounce: Duration) { webhooks.update(forges, debounce: debounce) }

  /// Serves until the task is cancelled; then requests in progress have ``IntakeLimits/stopping`` to end.
  ///
  /// - Parameters:
  ///   - onListening: called for each address once it accepts connections, with the actual port.
  ///   - onClosed: called for each address once it no longer accepts connections.
  /// - Throws: ``ServingError`` when the server cannot listen at an address.
  package func run(
    onListening: @escaping @Sendable (Endpoint, ListenAddress) -> Void = { _, _ in },
    onClosed: @escaping @Sendable (Endpoint) -> Void = { _ in }
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      if settings.receivesWebhooks {
        group.addTask { try await serve(.webhooks, at: settings.address, onListening, onClosed) }
      }
      if let address = settings.healthAddress ?? (settings.receivesWebhooks ? nil : settings.address) {
        group.addTask { try await serve(.health, at: address, onListening, onClosed) }
      }
      // If one address fails, the other is closed too.
      while try await group.next() != nil {}
    }
  }

  private func serve(
    _ endpoint: Endpoint, at address: ListenAddress,
    _ onListening: @escaping @Sendable (Endpoint, ListenAddress) -> Void,
    _ onClosed: @escaping @Sendable (Endpoint) -> Void
  ) async throws {
    do {
      try await listener(endpoint, at: address).run { channel in
        channel.closeFuture.whenComplete { _ in onClosed(endpoint) }
        let port = channel.localAddress?.port ?? address.port
        onListening(endpoint, address.withPort(port))
      }
    } catch let error where !(error is CancellationError) {
      throw ServingError(
        .address, "cannot listen at \(address)", remedy: "choose an address of this host and a free port",
        underlying: ServingError.systemMessage(error))
    }
  }

  private func listener(_ endpoint: Endpoint, at address: ListenAddress) -> HTTPListener {
    let isForBoth = settings.healthAddress == nil
    let (health, webhooks, metrics) = (health, webhooks, metrics)
    var listener = HTTPListener(
      address: .hostname(address.host, port: address.port), limits: settings.limits, logger: logger,
      onRefusal: { status in metrics.rejected(status) }, onConnections: events.onConnections,
      respond: { request, _ in
        if endpoint == .health || isForBoth, let reply = await health.reply(to: request.path, request.method) {
          return reply.response
        }
        return try await (endpoint == .webhooks ? webhooks.reply(to: request) : .notFound).response
      })
    listener.refusal = { request in
      switch endpoint {
      case .webhooks where !isForBoth || request.path.hasPrefix("/webhook/"): webhooks.refusal(of: request)
      default: nil
      }
    }
    return listener
  }
}

/// The settings of an ``IntakeServer``.
package struct IntakeSettings: Sendable {
  package var address: ListenAddress
  /// The address of health and metrics; `nil` for the same as the webhooks.
  package var healthAddress: ListenAddress?
  /// Whether webhooks are served besides health and metrics.
  package var receivesWebhooks = true
  package var forges: [DaemonForge]
  package var limits: IntakeLimits
  /// The name of the bot in comments: `/NAME recheck`.
  package var commandName: String
  /// How long a review waits for further commits after a push.
  package var debounce: Duration

  package init(
    address: ListenAddress, healthAddress: ListenAddress? = nil, forges: [DaemonForge],
    limits: IntakeLimits = IntakeLimits(), commandName: String = "reviewbot", debounce: Duration = .seconds(5)
  ) {
    self.address = address
    self.healthAddress = healthAddress
    self.forges = forges
    self.limits = limits
    self.commandName = commandName
    self.debounce = debounce
  }
}
