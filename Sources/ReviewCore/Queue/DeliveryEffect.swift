// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a delivery asks for, as its receiver reads it.
package enum DeliveryEffect: Hashable, Sendable {
  /// Nothing: the event is of no interest.
  case ignored
  /// Nothing: the body could not be understood.
  case malformed
  case request(JobRequest)
  case cancel(CancelRequest)
}
