// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
package import SystemPackage

/// The files of /etc that programs need.
struct SystemFiles: Sendable {
  /// The host's own files: which libraries and tools exist, and whose certificates are trusted. No names of users or
  /// hosts, no configuration of git.
  static let shown = [
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf", "/etc/ca-certificates", "/etc/pki/tls/certs", "/etc/pki/ca-trust", "/etc/localtime",
  ]

  /// Returns the target of a link to a file of /usr, which the sandbox shows under the same name; `nil` for all other
  /// paths.
  ///
  /// The link is shown as a link: where /etc/localtime is a file, ICU searches the name of the time zone by comparing it
  /// with hundreds of files of /usr/share/zoneinfo, in each process that uses Foundation's dates (`uprv_tzname`,
  /// https://github.com/unicode-org/icu/blob/main/icu4c/source/common/putil.cpp).
  static func target(ofLink path: FilePath) -> String? {
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path.string) else { return nil }
    let file = path.removingLastComponent().pushing(FilePath(target)).lexicallyNormalized()
    return file.starts(with: "/usr") ? target : nil
  }

  /// Made for the sandbox.
  let made: [(path: FilePath, name: FilePath)]

  private static let contents: [(name: String, text: String)] = [
    ("passwd", "guest:x:1000:1000:guest:\(CheckoutNames.run)/home:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n"),
    ("group", "guest:x:1000:\nnogroup:x:65534:\n"),
    ("hosts", "127.0.0.1 localhost sandbox\n::1 localhost\n"),
    ("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"),
  ]

  /// Writes the files into an existing folder.
  init(in folder: FilePath) throws {
    made = try Self.contents.map { file in
      let path = folder.appending(file.name)
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: path.string))
      return (path, FilePath("/etc/\(file.name)"))
    }
  }
}

/// The paths of the host's folders inside a sandbox.
package struct SandboxPaths: Sendable {
  private let names: [(path: String, name: String)]

  /// A folder can be named by a path with links in it and by the path that this leads to.
  init(_ folders: [SharedDirectory]) {
    names = folders.flatMap { folder in
      [folder.path, Self.resolved(folder.path)].map { ($0.string, folder.name.string) }
    }
  }

  /// Returns the path inside the sandbox of a path in one of the folders; other paths stay the same.
  func name(of path: FilePath) -> FilePath {
    let text = path.string.utf8
    let folders = names.filter { folder in
      text.elementsEqual(folder.path.utf8) || text.starts(with: (folder.path == "/" ? "/" : folder.path + "/").utf8)
    }
    guard let inmost = folders.max(by: { $0.path.utf8.count < $1.path.utf8.count }) else { return path }
    return FilePath(inmost.name + "/" + String(decoding: text.dropFirst(inmost.path.utf8.count), as: UTF8.self))
  }

  /// Returns the path without links; the same path if it does not exist.
  package static func resolved(_ path: FilePath) -> FilePath {
    guard let resolved = realpath(path.string, nil) else { return path }
    defer { free(resolved) }
    return FilePath(String(cString: resolved))
  }
}
