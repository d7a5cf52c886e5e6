// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Forges
import Foundation
import Observability
package import ResourceLoading
package import ReviewContract
import ReviewHost
import SystemPackage

/// Records the requests to forges in the folder of `--record`.
package struct SessionRecorder: Sendable {
  private let folder: FilePath

  /// Creates the folder.
  ///
  /// - Throws: ``UsageError`` if it is in a repository, is not empty, or cannot be created.
  init(_ argument: String) throws(UsageError) {
    folder = try Self.folder(argument)
    do {
      try Cassette(path: folder).prepare()
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.string)
    } catch {
      throw Self.refused(argument, "\(error)")
    }
    guard (try? FileManager.default.contentsOfDirectory(atPath: folder.string))?.isEmpty == true else {
      throw Self.refused(argument, "it is not empty")
    }
  }

  /// Says what the folder contains.
  func warn() {
    // An unreadable folder is reported by the next write.
    guard (try? FileManager.default.contentsOfDirectory(atPath: folder.string))?.isEmpty == false else { return }
    Console.complain(
      "the session with the forge is recorded in \"\(folder)\": it contains private text; read all of it before you "
        + "pass it on")
  }

  func transport(over network: any HTTPTransport) -> any HTTPTransport {
    RecordingTransport(network, recordingIn: Cassette(path: folder)) { KnownSecrets.ofProgram.mask }
  }

  /// Writes the file that names the repository.
  func note(_ note: ForgeNote) throws {
    try Cassette(path: folder).write(try note.data, file: ForgeNote.file)
  }

  private static func refused(_ argument: String, _ reason: String) -> UsageError {
    UsageError(
      "cannot record into \"\(argument)\": \(reason)",
      remedy: "name a new folder outside of the repository with --record")
  }

  /// Returns the folder without links in its path.
  private static func folder(_ argument: String) throws(UsageError) -> FilePath {
    guard !argument.isEmpty else { throw refused(argument, "the name is empty") }
    let path = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(argument))
    let real: FilePath
    if let existing = resolved(path) {
      real = existing
    } else if let parent = resolved(path.removingLastComponent()), let name = path.lastComponent, name.kind == .regular
    {
      real = parent.appending(name)
    } else {
      throw refused(argument, "there is no folder \"\(path.removingLastComponent())\"")
    }
    if let repository = repository(around: real) {
      throw refused(
        argument, "it is in the git repository \"\(repository)\", which could publish it, or whose code could read it")
    }
    return real
  }

  private static func resolved(_ path: FilePath) -> FilePath? {
    guard let real = realpath(path.string, nil) else { return nil }
    defer { free(real) }
    return FilePath(String(cString: real))
  }

  /// Returns the working tree or the bare repository that contains a folder.
  private static func repository(around folder: FilePath) -> FilePath? {
    func contains(_ folder: FilePath, _ names: String...) -> Bool {
      names.allSatisfy { FileManager.default.fileExists(atPath: folder.appending($0).string) }
    }
    var folder = folder
    repeat {
      if contains(folder, ".git") || contains(folder, "HEAD", "objects", "refs") { return folder }
    } while folder.removeLastComponent()
    return nil
  }
}
