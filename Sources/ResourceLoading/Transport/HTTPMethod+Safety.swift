// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

extension HTTPRequest.Method {
  /// Whether a request with this method changes nothing.
  public var isSafe: Bool { self == .get || self == .head || self == .options }

  /// Whether sending a request twice does no more than sending it once.
  public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
