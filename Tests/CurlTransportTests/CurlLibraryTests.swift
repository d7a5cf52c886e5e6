// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ResourceLoading
import Testing

@testable import CurlTransport

struct CurlLibraryTests {
  @Test func `the library of this machine is loaded`() throws {
    try CurlLibrary.load()
    let parts = CurlLibrary.version.split(separator: ".")
    #expect(parts.count == 3 && parts.allSatisfy { Int($0) != nil })
  }

  @Test func `a missing library is an error that names its packages`() throws {
    let error = #expect(throws: LibraryError.self) { try CurlLibrary.start("libcurl-not-installed.so.4") }
    #expect(
      error?.reason
        == "cannot load libcurl: libcurl-not-installed.so.4: cannot open shared object file: No such file or directory")
    #expect(error?.remedy == "install libcurl4 (Debian, Ubuntu) or libcurl (Fedora, RHEL)")
  }

  @Test func `a library without the functions is an error that names the first`() throws {
    let error = #expect(throws: LibraryError.self) { try CurlLibrary.start("libm.so.6") }
    #expect(error?.reason.contains("undefined symbol: curl_easy_cleanup") == true, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      (0x075500, nil), (0x081000, nil), (0x0754ff, "libcurl 7.84.255"), (0x074c01, "libcurl 7.76.1"),
    ] as [(UInt32, String?)])
  func `versions before 7.85 are too old`(version: UInt32, name: String?) throws {
    guard let name else { return try CurlLibrary.check(version: version) }
    let error = #expect(throws: LibraryError.self) { try CurlLibrary.check(version: version) }
    #expect(error?.reason == "\(name) is too old: 7.85.0 or later is required")
  }

  @Test func `a request without the library fails at once and is not repeated`() throws {
    let error = TransportError(LibraryError(reason: "cannot load it", remedy: "install it"))
    #expect(error.code == .missingLibrary && error.message == "cannot load it; install it")
    #expect(RetryPolicy().delay(afterAttempt: 1, outcome: .failure(error), random: 1) == nil)
  }
}
