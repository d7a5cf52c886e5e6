// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

extension BuiltProgram {
  /// The modification date of each file of git objects in the mirrors: a second complete fetch would change it.
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
