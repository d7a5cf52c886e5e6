// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What an ``IntakeServer`` needs to know.
package struct IntakeSettings: Sendable {
  package var address: ListenAddress
  /// Where health and metrics are served; `nil` for where the webhooks are.
  package var healthAddress: ListenAddress?
  package var forges: [IntakeForge]
  package var limits: IntakeLimits
  /// What the bot is called in comments: `/NAME recheck`.
  package var commandName: String
  /// How long a review waits for further commits after some were pushed.
  package var debounce: Duration

  package init(
    address: ListenAddress, healthAddress: ListenAddress? = nil, forges: [IntakeForge],
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
