// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ContainedFiles
package import Findings
package import SystemPackage

extension ContainedDirectory: SourceFolder {
  package func source(at path: String, limit: Int) throws(UnreadableSource) -> [UInt8] {
    do throws(Failure) {
      return try bytes(at: path, limit: limit)
    } catch .missing {
      throw .missing
    } catch .tooLarge(let limit) {
      throw .tooLarge(limit: limit)
    } catch {
      throw .other("\(error)")
    }
  }

  package func size(at path: String) -> Int? { status(of: path)?.size }
}

extension ReviewedChange {
  /// Creates a change to a checkout.
  package init(
    root: FilePath, changes: ChangeSet, isEverythingInChange: Bool = false, texts: [String: [UInt8]]? = nil
  ) {
    self.init(
      root: ContainedDirectory(root), changes: changes, isEverythingInChange: isEverythingInChange, texts: texts)
  }
}
