// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct RepositoryAddressTests {
  private static func web(_ origin: String, _ host: String, _ path: String) -> RepositoryAddress {
    .web(url: "\(origin)/\(path)", origin: origin, host: host, path: path)
  }

  private static func ssh(_ url: String) -> RepositoryAddress {
    .web(url: url, origin: "https://github.com", host: "github.com", path: "acme/shapes")
  }

  @Test(arguments: [
    ("acme/shapes", RepositoryAddress.name("acme/shapes")),
    ("acme/shapes.kit", .name("acme/shapes.kit")),
    ("shapes", .folder("/home/ada/shapes")),
    ("./acme/shapes", .folder("/home/ada/./acme/shapes")),
    ("/srv/shapes", .folder("/srv/shapes")),
    ("a/b/c", .folder("/home/ada/a/b/c")),
    ("file:///srv/shapes", .folder("/srv/shapes")),
    ("https://github.com/acme/shapes", web("https://github.com", "github.com", "acme/shapes")),
    ("https://github.com/acme/shapes.git", web("https://github.com", "github.com", "acme/shapes")),
    ("https://github.com//acme/shapes/", web("https://github.com", "github.com", "acme/shapes")),
    ("http://127.0.0.1:8080/acme/shapes.git", web("http://127.0.0.1:8080", "127.0.0.1:8080", "acme/shapes")),
    ("ssh://git@github.com:22/acme/shapes.git", ssh("ssh://git@github.com:22/acme/shapes.git")),
    ("git@github.com:acme/shapes.git", ssh("ssh://git@github.com/acme/shapes.git")),
    ("ada@github.com:/acme/shapes", ssh("ssh://ada@github.com/acme/shapes")),
    ("ssh://github.com/acme/shapes", ssh("ssh://git@github.com/acme/shapes")),
  ]) func `names, folders, URLs and SSH addresses are parsed`(text: String, address: RepositoryAddress) throws {
    #expect(try RepositoryAddress(text, relativeTo: "/home/ada") == address)
  }

  @Test func `an existing folder takes precedence over a repository name`() async throws {
    try await withScratchDirectory { folder in
      _ = try folder.folder("acme/shapes")
      #expect(
        try RepositoryAddress("acme/shapes", relativeTo: folder.path.string) == .folder("\(folder.path)/acme/shapes"))
    }
  }

  @Test(arguments: [
    "", "https://", "https://github.com", "https://github.com/.git", "https://ada:secret@github.com/acme/shapes",
    "https://token@github.com/acme/shapes", "ftp://example.com/acme/shapes", "git://example.com/acme/shapes",
  ]) func `an incomplete URL, an unsupported scheme or a URL with a credential is rejected`(text: String) {
    #expect(throws: UsageError.self) { try RepositoryAddress(text, relativeTo: "/home/ada") }
  }

  @Test func `the error for a URL with a credential does not repeat it`() {
    #expect {
      try RepositoryAddress("https://ada:geheim@github.com/acme/shapes", relativeTo: "/home/ada")
    } throws: {
      !"\($0)".contains("geheim")
    }
  }
}
