// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// A resource of which only the server's consent matters, such as something to be deleted.
public protocol StatusResource: DataResource where Model == Void {}

extension StatusResource {
  /// Nothing is read.
  public func model(from data: Data) throws {}
}
