// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CCurl

/// What the libcurl that is there can be trusted with.
package enum CurlVersion {
  /// Whether several transfers may share an HTTP/2 connection.
  ///
  /// With 7.88.1 one of twenty was now and then left without its data on a busy machine, until it timed out. libcurl
  /// rewrote its HTTP/2 for 8.1.
  package static let multiplexesReliably = reviewbot_curl_version() >= 0x080100

  /// Such as `7.88.1`.
  package static var text: String {
    let number = reviewbot_curl_version()
    return "\(number >> 16).\(number >> 8 & 0xff).\(number & 0xff)"
  }

  /// Whether it was built with HTTP/2.
  package static var hasHTTP2: Bool { reviewbot_curl_has_http2() != 0 }
}
