// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract

/// What the intake tells the rest of the daemon. The functions are called while a forge waits for its answer: they return at
/// once.
package struct IntakeEvents: Sendable {
  /// A delivery is on disk, so that there may be something to do.
  package let onRecorded: @Sendable (Delivery, DeliveryReceipt) -> Void
  /// A forge says that other repositories may be seen now; with the forge's name and its word for what happened.
  package let onInstallation: @Sendable (_ forge: String, _ action: String) -> Void
  /// How many bytes of bodies are held that are being read, after each change.
  package let onBytesHeld: @Sendable (Int) -> Void
  /// How many connections an address has, after each change.
  package let onConnections: @Sendable (Int) -> Void

  package init(
    onRecorded: @escaping @Sendable (Delivery, DeliveryReceipt) -> Void = { _, _ in },
    onInstallation: @escaping @Sendable (_ forge: String, _ action: String) -> Void = { _, _ in },
    onBytesHeld: @escaping @Sendable (Int) -> Void = { _ in },
    onConnections: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.onRecorded = onRecorded
    self.onInstallation = onInstallation
    self.onBytesHeld = onBytesHeld
    self.onConnections = onConnections
  }
}
