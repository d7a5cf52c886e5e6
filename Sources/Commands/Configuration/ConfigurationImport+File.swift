// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CInterop
import ConfigurationFiles
import Findings
import Foundation
import ReviewContract
import SystemPackage

extension ConfigurationImport {
  /// Reads another program's file.
  ///
  /// - Parameters:
  ///   - file: a path relative to the current folder.
  ///   - source: the program; `nil` for that of the file's name.
  /// - Throws: `UsageError` if there is no such file, `ConfigurationError` if it cannot be parsed.
  init(file: String, from source: Source? = nil, catalogue: RuleCatalogue) throws {
    guard !file.isEmpty else { throw UsageError("the file has no name", remedy: "name the other program's file") }
    let name = FilePath(file).name
    guard let source = source ?? Source(fileName: name) else {
      throw UsageError(
        "cannot determine which program \(file) configures",
        remedy: "name it with config import --from swiftlint, codecov or diff-cover")
    }
    guard let data = FileManager.default.contents(atPath: file) else {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
        throw UsageError("cannot read \(file): there is no such file", remedy: "check the name")
      }
      throw UsageError(
        "cannot read \(file)\(isFolder.boolValue ? ": it is a folder" : "")",
        remedy: isFolder.boolValue ? "name the file in it" : "check the file's permissions")
    }
    try self.init(String(decoding: data, as: UTF8.self), of: file, from: source, catalogue: catalogue)
  }
}

extension ConfigurationImport.Source: ExpressibleByArgument {}
