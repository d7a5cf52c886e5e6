// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import ReviewContract
import SystemPackage

extension GitRepository {
  /// Writes the earlier versions of the changed files that rules compare with: Swift files and lists of dependencies.
  ///
  /// - Parameter folder: the folder to create. A file has the name ``OldFiles/name(of:)``.
  /// - Returns: `nil`, without creating the folder, when there are no such files.
  func writeOldFiles(_ compared: ComparedFiles, into folder: FilePath) throws(WorkspaceError) -> OldFiles? {
    let files = compared.changes.files.filter(OldFiles.includes)
    guard !files.isEmpty else { return nil }
    try Directories.makeNew(folder)
    let directory = ContainedDirectory(folder)
    var total = 0
    for file in files {
      guard let blob = compared.blobs[file.path]?.old, total < OldFiles.maximumTotal,
        let bytes = try bytes(of: blob, limit: OldFiles.maximumBytes)
      else { continue }
      total += bytes.count
      do {
        try directory.write(bytes, to: OldFiles.name(of: file.path))
      } catch {
        throw WorkspaceError(
          .diskFull, "cannot write the earlier version of a file to \"\(folder)\"", remedy: "free some space",
          underlying: "\(error)")
      }
    }
    return OldFiles(folder: folder)
  }
}
