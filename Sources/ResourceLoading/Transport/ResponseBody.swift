// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// What came along with a response.
///
/// Ask for all of it with ``collected()``. That it is asynchronous lets a transport hand out a body that is still
/// arriving.
public struct ResponseBody: Sendable {
  private let bytes: Data

  /// A body that is all there.
  public init(_ bytes: Data) {
    self.bytes = bytes
  }

  /// Waits for the whole body.
  public func collected() async throws(TransportError) -> Data { bytes }
}
