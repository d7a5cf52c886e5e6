// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CCurl
package import CInterop
import ResourceLoading

/// libcurl, which is loaded for the first request: other commands need neither it nor the libraries that it needs.
package enum CurlLibrary {
  /// 7.85 has the first version of `CURLOPT_PROTOCOLS_STR`, which limits transfers to HTTP.
  private static let oldestVersion: UInt32 = 0x075500

  /// Loads the library. Later calls are cheap and have the same result.
  ///
  /// - Throws: ``LibraryError`` if it is not installed, or too old.
  package static func load() throws(LibraryError) { try loaded.get() }

  /// The version number, such as `7.88.1`. The library must be loaded.
  package static var version: String { text(reviewbot_curl_version()) }

  /// Whether libcurl was built with HTTP/2. The library must be loaded.
  package static var hasHTTP2: Bool { reviewbot_curl_has_http2() != 0 }

  /// Whether several transfers may share an HTTP/2 connection. The library must be loaded.
  ///
  /// With 7.88.1 one of twenty occasionally received no data on a busy machine, until it timed out. libcurl rewrote its
  /// HTTP/2 for 8.1.
  package static var multiplexesReliably: Bool { reviewbot_curl_version() >= 0x080100 }

  private static let loaded = Result { () throws(LibraryError) in try start("libcurl.so.4") }

  /// - Parameter file: the name of the shared library, or its path.
  static func start(_ file: String) throws(LibraryError) {
    try LibraryError.check("libcurl", remedy: "install libcurl4 (Debian, Ubuntu) or libcurl (Fedora, RHEL)") {
      reviewbot_curl_load(file, $0, $1)
    }
    try check(version: reviewbot_curl_version())
    let code = reviewbot_curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    guard code == CURLE_OK else {
      throw LibraryError(
        reason: "cannot start libcurl: \(String(cString: reviewbot_curl_easy_strerror(code)))",
        remedy: "install another version of libcurl")
    }
  }

  static func check(version: UInt32) throws(LibraryError) {
    guard version >= oldestVersion else {
      throw LibraryError(
        reason: "libcurl \(text(version)) is too old: \(text(oldestVersion)) or later is required",
        remedy: "use a newer release of the distribution, such as Debian 12, Ubuntu 24.04 or RHEL 10")
    }
  }

  private static func text(_ version: UInt32) -> String {
    "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
  }
}

extension TransportError.Code {
  /// The library that sends requests cannot be used on this machine.
  static let missingLibrary = Self(rawValue: "missingLibrary")
}

extension TransportError {
  init(_ error: LibraryError) { self.init(.missingLibrary, "\(error.reason); \(error.remedy)") }
}
