// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Git
import ReviewContract
import SystemPackage

/// A hook of git that runs `reviewbot lint`.
enum GitHook: String, CaseIterable, Sendable {
  case preCommit = "pre-commit"
  case prePush = "pre-push"

  private static let marker = "# reviewbot hook install"

  private var arguments: String { self == .preCommit ? "lint --staged" : "lint --pre-push" }

  /// When the hook runs, and how to skip it once.
  var explanation: String {
    let command = self == .preCommit ? "git commit" : "git push"
    return "\(command) runs reviewbot \(arguments) first; \(command) --no-verify skips it"
  }

  /// The text of the hook's file.
  ///
  /// - Parameter program: the path of this program, for shells whose `PATH` does not have it.
  func script(program: String) -> String {
    let quoted = "'" + program.replacing("'", with: "'\\''") + "'"
    return """
      #!/bin/sh
      \(Self.marker): written by reviewbot; remove it with `reviewbot hook uninstall`.
      if command -v reviewbot >/dev/null 2>&1; then exec reviewbot \(arguments); fi
      exec \(quoted) \(arguments)

      """
  }

  /// Writes the hook.
  ///
  /// - Returns: the path of the file.
  /// - Throws: ``UsageError`` if another program's hook exists, or the folder is shared with other repositories.
  func install(in directory: HooksDirectory, program: String) throws -> FilePath {
    guard directory.isInRepository else {
      throw UsageError(
        "cannot install a hook in \(directory.path): core.hooksPath is outside the repository",
        remedy: "add `reviewbot lint` to the hooks there")
    }
    let path = directory.path.appending(rawValue)
    if try text(at: path)?.contains(Self.marker) == false {
      throw UsageError(
        "cannot install the hook \(path): there is another one", remedy: "add `reviewbot lint` to it, or remove it")
    }
    do {
      try FileManager.default.createDirectory(atPath: directory.path.string, withIntermediateDirectories: true)
      try Data(script(program: program).utf8).write(to: URL(fileURLWithPath: path.string), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.string)
    } catch {
      throw RunError("cannot write the hook \(path)", remedy: "check the permissions of the folder")
    }
    return path
  }

  /// Removes the hook.
  ///
  /// - Returns: the path of the file; `nil` if there was no hook.
  /// - Throws: ``UsageError`` if another program's hook exists.
  func uninstall(from directory: HooksDirectory) throws -> FilePath? {
    let path = directory.path.appending(rawValue)
    guard let text = try text(at: path) else { return nil }
    guard text.contains(Self.marker) else {
      throw UsageError(
        "cannot remove the hook \(path): reviewbot did not write it", remedy: "remove it by hand if it is not needed")
    }
    do {
      try FileManager.default.removeItem(atPath: path.string)
    } catch {
      throw RunError("cannot remove the hook \(path)", remedy: "check the permissions of the folder")
    }
    return path
  }

  /// - Returns: `nil` if nothing is at the path.
  private func text(at path: FilePath) throws -> String? {
    // A dangling symbolic link exists as well, and must not be replaced.
    guard (try? FileManager.default.attributesOfItem(atPath: path.string)) != nil else { return nil }
    guard let data = FileManager.default.contents(atPath: path.string) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}
