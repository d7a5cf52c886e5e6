// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Isolation

extension AllowedHost {
  /// Converts a host of the operator's file.
  init(_ host: DependencyHost) {
    // The configuration accepts only port numbers.
    self.init(host: host.server.host, port: host.server.port.map { UInt16($0) } ?? Self.https, range: host.range)
  }
}
