// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// A resource that is taken as it is.
public protocol BytesResource: DataResource where Model == Data {}

extension BytesResource {
  /// The bytes.
  public func model(from data: Data) throws -> Data { data }
}
