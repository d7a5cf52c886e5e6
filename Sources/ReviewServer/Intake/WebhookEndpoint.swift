// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import HTTPTypes
import HummingbirdCore
import JobQueue
import Logging
import ReviewContract

/// Replies to `POST /webhook/NAME`.
///
/// The reply to an authentic delivery is 2xx, even if it is malformed, or 503 when it could not be recorded: forges
/// disable webhooks after 4xx.
struct WebhookEndpoint: Sendable {
  private let forges: Locked<[String: (forge: DaemonForge, planner: DeliveryPlanner)]>
  private let bodies: BodyReader
  private let commandName: String
  private let queue: any ReviewQueue
  private let events: IntakeEvents
  private let metrics: IntakeMetrics
  /// Reports outages of the queue; without it each failure is logged.
  private let outage: QueueOutage?
  private let logger: Logger

  init(
    _ settings: IntakeSettings, budget: BytesInFlight, queue: any ReviewQueue, events: IntakeEvents,
    metrics: IntakeMetrics, outage: QueueOutage?, logger: Logger
  ) {
    forges = Locked(Self.planners(settings.forges, settings.debounce))
    bodies = BodyReader(limit: settings.limits.body, budget: budget)
    commandName = settings.commandName
    self.queue = queue
    self.events = events
    self.metrics = metrics
    self.outage = outage
    self.logger = logger
  }

  /// Replaces the forges. Deliveries that are being read are planned with the forges that they began with.
  func update(_ forges: [DaemonForge], debounce: Duration) {
    let planners = Self.planners(forges, debounce)
    self.forges.withLock { $0 = planners }
  }

  private static func planners(
    _ forges: [DaemonForge], _ debounce: Duration
  ) -> [String: (forge: DaemonForge, planner: DeliveryPlanner)] {
    Dictionary(
      forges.map { ($0.name, ($0, DeliveryPlanner($0, debounce: debounce))) }, uniquingKeysWith: { first, _ in first })
  }

  /// The reply to a request that is refused by its header; `nil` when the body is to be read.
  func refusal(of request: Request) -> HTTPReply? {
    guard forge(of: request) != nil else { return reject(.unknownForge, .notFound) }
    guard request.method == .post else { return reject(.method, .methodNotAllowed("POST")) }
    if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
      return reject(.encoding, .error("the body must not be compressed", .unsupportedMediaType).closing())
    }
    return bodies.refuses(request) ? tooLarge : nil
  }

  /// - Throws: when the client has disconnected.
  func reply(to request: Request) async throws -> HTTPReply {
    guard let (forge, planner) = forge(of: request) else { return .notFound }
    let start = ContinuousClock.now
    defer { metrics.took(.now - start) }
    let reading: WebhookReader.Reading?
    do {
      reading = try await bodies.read(request) { body in try read(body, request, forge) }
    } catch BodyReader.Failure.tooLarge {
      return tooLarge
    } catch BodyReader.Failure.budgetExhausted {
      return reject(.bytes, .overloaded("too many bodies are being read; try again later").closing())
    } catch is Unauthentic {
      logger.debug("rejected a delivery with a missing or wrong signature", metadata: ["forge": "\(forge.name)"])
      return reject(.signature, .error("the signature is missing or wrong", .unauthorized))
    }
    guard let reading else { return .json(text: #"{"outcome":"malformed"}"#, .accepted) }
    return await record(reading, planner)
  }

  private struct Unauthentic: Error {}

  /// `nil` for a delivery without an id, which cannot be deduplicated and is not recorded.
  private func read(_ body: [UInt8], _ request: Request, _ forge: DaemonForge) throws -> WebhookReader.Reading? {
    let fields = request.headers.map { (name: $0.name.canonicalName, value: $0.value) }
    let message = WebhookMessage(fields: fields, body: body)
    guard forge.webhooks.isAuthentic(message, forge.webhookSecrets) else { throw Unauthentic() }
    do throws(WebhookFault) {
      return try WebhookReader(forge.webhooks, name: commandName).read(message)
    } catch {
      metrics.missingID(from: forge.name)
      logger.warning("\(error)", metadata: ["forge": "\(forge.name)", "outcome": "malformed"])
      return nil
    }
  }

  private func record(_ reading: WebhookReader.Reading, _ planner: DeliveryPlanner) async -> HTTPReply {
    var plan = planner.plan(reading)
    let receipt: DeliveryReceipt
    do throws(QueueError) {
      do throws(QueueError) {
        receipt = try await queue.record(plan.delivery, effect: plan.effect)
      } catch  where error.code == .invalid {
        // A redelivery would be refused too.
        plan = planner.unusable(reading)
        receipt = try await queue.record(plan.delivery, effect: plan.effect)
      }
    } catch {
      if let outage {
        outage.failed("failed to record a delivery", error, metadata: metadata(of: plan))
      } else {
        logger.error("failed to record a delivery: \(error)", metadata: metadata(of: plan))
      }
      return reject(.queue, .overloaded("the delivery could not be recorded"))
    }
    outage?.succeeded()
    metrics.recorded(receipt, from: plan.delivery.forge)
    await retryDeadCommand(receipt, plan)
    let (outcome, isNew) = receipt.outcome
    var metadata = metadata(of: plan)
    metadata["outcome"] = "\(isNew ? outcome.kind.rawValue : "duplicate")"
    metadata["job"] = outcome.job.map { "\($0)" }
    if case .failure(let fault) = reading.event { metadata["error"] = "\(fault)" }
    logger.info("delivery recorded", metadata: metadata)
    if isNew, let action = plan.installation { events.onInstallation(plan.delivery.forge, action) }
    events.onRecorded(plan.delivery, receipt)
    let job = outcome.job.map { ",\"job\":\($0)" } ?? ""
    return .json(text: "{\"outcome\":\"\(outcome.kind.rawValue)\"\(job)}", isNew ? .accepted : .ok)
  }

  /// Retries a dead command, whose comment could not be read for too long, when its delivery is sent again:
  /// reconciliation does not find commands.
  private func retryDeadCommand(_ receipt: DeliveryReceipt, _ plan: DeliveryPlan) async {
    guard case .duplicate(let outcome, sameBody: true) = receipt, let id = outcome.job,
      case .request(let request) = plan.effect, request.kind == .command
    else { return }
    do throws(QueueError) {
      guard try await queue.job(id)?.state == .dead else { return }
      let job = try await queue.retry(id)
      logger.info("retrying a dead command", metadata: ["job": "\(job.id)", "delivery": "\(plan.delivery.id)"])
    } catch {
      // The delivery was recorded the first time; it can be sent again.
      logger.warning("failed to retry a dead command: \(error)", metadata: metadata(of: plan))
    }
  }

  private func metadata(of plan: DeliveryPlan) -> Logger.Metadata {
    let delivery = plan.delivery
    var metadata: Logger.Metadata = [
      "forge": "\(delivery.forge)", "delivery": "\(delivery.id)", "event": "\(delivery.event)",
    ]
    metadata["action"] = delivery.action.map { "\($0)" }
    metadata["repository"] = (delivery.pullRequest?.repository.name).map { "\($0)" }
    return metadata
  }

  private func forge(of request: Request) -> (forge: DaemonForge, planner: DeliveryPlanner)? {
    let parts = request.pathParts
    guard parts.count == 2, parts[0] == "webhook" else { return nil }
    return forges.withLock { $0[String(parts[1])] }
  }

  private var tooLarge: HTTPReply {
    reject(.size, .error("the body is larger than \(bodies.limit) bytes", .contentTooLarge).closing())
  }

  private func reject(_ rejection: IntakeMetrics.Rejection, _ reply: HTTPReply) -> HTTPReply {
    metrics.rejected(rejection)
    return reply
  }
}

extension DeliveryReceipt {
  fileprivate var outcome: (QueueOutcome, isNew: Bool) {
    switch self {
    case .recorded(let outcome): (outcome, true)
    case .duplicate(let outcome, _): (outcome, false)
    }
  }
}
