// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract

/// What is to be done about a delivery.
package struct DeliveryPlan: Hashable, Sendable {
  package let delivery: Delivery
  package let effect: DeliveryEffect
  /// What happened to the set of repositories that an app may see, such as `created`; `nil` for any other event.
  package let installation: String?

  package init(_ delivery: Delivery, _ effect: DeliveryEffect, installation: String? = nil) {
    self.delivery = delivery
    self.effect = effect
    self.installation = installation
  }
}
