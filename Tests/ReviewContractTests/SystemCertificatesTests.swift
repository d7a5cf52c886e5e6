// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewContract

struct SystemCertificatesTests {
  @Test func `the first file that exists is used`() async throws {
    try await withScratchDirectory { folder in
      let names = ["missing", "first", "second"].map { folder.path.appending($0).string }
      #expect(SystemCertificates.file(among: names) == nil)
      try folder.write("second", "")
      #expect(SystemCertificates.file(among: names)?.string == names[2])
      try folder.write("first", "")
      #expect(SystemCertificates.file(among: names)?.string == names[1])
    }
  }
}
