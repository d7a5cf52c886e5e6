// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import HummingbirdCore

extension Request {
  /// The path as it was sent, without a query.
  var path: Substring { (head.path ?? "").prefix { $0 != "?" && $0 != "#" } }

  /// What the path has between slashes.
  var pathParts: [Substring] { path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 } }
}
