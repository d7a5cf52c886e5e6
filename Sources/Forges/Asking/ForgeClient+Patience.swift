// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading

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
        throw .transport(TransportError(.cancelled, "cancelled while waiting for what was announced"))
      }
    }
    return try await service().load(resource)
  }
}
