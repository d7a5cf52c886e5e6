// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

extension BuiltProgram {
  /// When each file of git objects in the mirrors was written: a second fetch of all would change it.
  var mirroredObjects: [String: Date] {
    get throws {
      var dates: [String: Date] = [:]
      let mirrors = home.appending("mirrors")
      for case let name as String in FileManager.default.enumerator(atPath: mirrors.string) ?? .init()
      where name.contains("/objects/") {
        let attributes = try FileManager.default.attributesOfItem(atPath: mirrors.pushing(FilePath(name)).string)
        if attributes[.type] as? FileAttributeType == .typeRegular {
          dates[name] = attributes[.modificationDate] as? Date
        }
      }
      return dates
    }
  }
}
