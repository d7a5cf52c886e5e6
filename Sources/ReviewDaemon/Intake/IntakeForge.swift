// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Webhooks

/// A forge that sends its messages to `/webhook/NAME`.
package struct IntakeForge: Sendable {
  /// Its name in the operator's configuration.
  package let name: String
  package let form: WebhookForm
  package let secrets: WebhookSecrets
  /// Whether a repository, `OWNER/NAME`, is one that the configuration names for this forge. The secret proves who sends, not
  /// of what it may speak.
  package let accepts: @Sendable (String) -> Bool
  /// Whether pull requests wait until they are no drafts any more.
  package let skipsDrafts: Bool

  package init(
    name: String, form: WebhookForm, secrets: WebhookSecrets, accepts: @escaping @Sendable (String) -> Bool,
    skipsDrafts: Bool = true
  ) {
    self.name = name
    self.form = form
    self.secrets = secrets
    self.accepts = accepts
    self.skipsDrafts = skipsDrafts
  }
}
