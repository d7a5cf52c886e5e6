// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The delivery of events to the hooks.
extension BuiltInForge {
  /// The differences of a message from a regular one.
  struct DeliveryOptions: Sendable {
    /// Whether hooks receive events that they are not registered for.
    var isForced = false
    var copies = 1
    var guid: String?
    var tampering: StandInForge.Tampering?
  }

  /// Delivers an event of a pull request to the hooks of its repository.
  ///
  /// - Returns: the number of hooks.
  @discardableResult
  func notify(
    _ event: ForgeEvent, _ action: String?, of repository: String, _ number: Int, by sender: String,
    _ options: DeliveryOptions = DeliveryOptions()
  ) -> Int {
    let (messages, count) = change { state -> ([HookMessage], Int) in
      state.user(sender)
      guard let record = state.repositories[repository], let pull = record.pulls[number] else { return ([], 0) }
      let payload = HookPayload(
        state: state, event: event, action: action, repository: record, pull: pull, sender: sender)
      let hooks = state.hooks.filter { hook in
        hook.repository == repository
          && (options.isForced || !hook.events.isDisjoint(with: ["*", event.name]))
      }
      // Encoding JSON does not fail.
      let messages = hooks.flatMap { hook in
        Self.messages(to: hook, event, action, (try? payload.json(for: hook.kind).data) ?? Data(), options, &state)
      }
      return (messages, hooks.count)
    }
    deliveryQueue.send(messages)
    return count
  }

  private static func messages(
    to hook: ForgeHook, _ event: ForgeEvent, _ action: String?, _ payload: Data, _ options: DeliveryOptions,
    _ state: inout ForgeState
  ) -> [HookMessage] {
    let fault = state.deliveryFault
    guard Double.random(in: 0..<1, using: &state.random) >= fault.drop else { return [] }
    let guid = options.guid ?? UUID().uuidString.lowercased()
    return (0..<max(options.copies, fault.duplicate)).map { _ in
      let delivery = ForgeDelivery(
        id: state.nextID(), guid: guid, event: event.name, action: action,
        payload: String(decoding: payload, as: UTF8.self))
      state.deliveries.append(delivery)
      var message = HookMessage(
        to: hook, delivery: delivery.id, guid: guid, event: event.name, payload: payload,
        tampering: options.tampering ?? fault.tampering)
      message.delay = fault.delay
      return message
    }
  }

  /// Changes a delivery.
  func change(delivery id: Int, _ change: (inout ForgeDelivery) -> Void) {
    self.change { state in
      if let index = state.deliveries.firstIndex(where: { $0.id == id }) { change(&state.deliveries[index]) }
    }
  }
}
