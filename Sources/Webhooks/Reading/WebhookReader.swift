// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Reads an authentic message.
package struct WebhookReader: Sendable {
  private let form: WebhookForm
  private let name: String

  /// - Parameter name: what the bot is called in comments: `/NAME recheck`.
  package init(_ form: WebhookForm, name: String = "reviewbot") {
    self.form = form
    self.name = name
  }

  /// A message that could be read as far as its envelope.
  package struct Reading: Hashable, Sendable {
    /// The same when the forge sends the message again.
    package let id: String
    /// The forge's name of the event.
    package let name: String
    /// What it tells; a fault when the body cannot be understood.
    package let event: Result<WebhookEvent, WebhookFault>
    /// SHA-256 of the body, in hexadecimal.
    package let digest: String
  }

  /// - Throws: ``WebhookFault`` when the message does not even say what it is.
  package func read(_ message: WebhookMessage) throws(WebhookFault) -> Reading {
    let (id, name) = try form.envelope(of: message)
    let event: Result<WebhookEvent, WebhookFault>
    do throws(WebhookFault) {
      event = .success(try self.event(name, try FormPayload.json(of: message)))
    } catch {
      event = .failure(error)
    }
    return Reading(id: id, name: name, event: event, digest: Fingerprint.name(of: message.body))
  }

  private func event(_ event: String, _ body: [UInt8]) throws(WebhookFault) -> WebhookEvent {
    switch form {
    case .github, .gitea: try GitHubEvents(fields: Fields(GitHubEvents.wanted, in: body), name: name).event(event)
    case .gitlab: try GitLabEvents(fields: Fields(GitLabEvents.wanted, in: body), name: name).event(event)
    }
  }
}
