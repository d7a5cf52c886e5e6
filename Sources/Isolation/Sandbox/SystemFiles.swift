// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// The files of /etc that programs need.
struct SystemFiles: Sendable {
  /// This machine's own: which libraries and tools there are, and whose certificates are trusted. No names of users or
  /// machines, no configuration of git.
  static let shown = [
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf", "/etc/ca-certificates", "/etc/pki/tls/certs", "/etc/pki/ca-trust", "/etc/localtime",
  ]

  /// Made for the sandbox.
  let made: [(path: FilePath, name: FilePath)]

  private static let contents: [(name: String, text: String)] = [
    ("passwd", "guest:x:1000:1000:guest:\(CheckoutNames.run)/home:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n"),
    ("group", "guest:x:1000:\nnogroup:x:65534:\n"),
    ("hosts", "127.0.0.1 localhost sandbox\n::1 localhost\n"),
    ("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"),
  ]

  /// Writes the files into a folder that is there.
  init(in folder: FilePath) throws {
    made = try Self.contents.map { file in
      let path = folder.appending(file.name)
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: path.string))
      return (path, FilePath("/etc/\(file.name)"))
    }
  }
}

/// What folders of this machine are called in a sandbox.
struct SandboxPaths: Sendable {
  private let names: [(path: String, name: String)]

  /// A folder can be named by a path with links in it and by the path that this leads to.
  init(_ folders: [SharedDirectory]) {
    names = folders.flatMap { folder in
      [folder.path, Self.resolved(folder.path)].map { ($0.string, folder.name.string) }
    }
  }

  /// The name of what is in one of the folders; what is not keeps its path.
  func name(of path: FilePath) -> FilePath {
    let text = path.string.utf8
    let folders = names.filter { folder in
      text.elementsEqual(folder.path.utf8) || text.starts(with: (folder.path == "/" ? "/" : folder.path + "/").utf8)
    }
    guard let inmost = folders.max(by: { $0.path.utf8.count < $1.path.utf8.count }) else { return path }
    return FilePath(inmost.name + "/" + String(decoding: text.dropFirst(inmost.path.utf8.count), as: UTF8.self))
  }

  static func resolved(_ path: FilePath) -> FilePath {
    guard let resolved = realpath(path.string, nil) else { return path }
    defer { free(resolved) }
    return FilePath(String(cString: resolved))
  }
}
