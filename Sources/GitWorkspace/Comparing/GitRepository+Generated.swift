// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract

extension GitRepository {
  /// Says of the compared Swift files which of them were generated before the change.
  func markingGenerated(
    in compared: ComparedFiles, interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    var files: [ChangedFile] = []
    for file in compared.changes.files {
      try interruption.check()
      let isGenerated = try wasGenerated(file, compared.blobs[file.path])
      files.append(isGenerated ? file.marking(wasGenerated: true) : file)
    }
    return ComparedFiles(
      changes: ChangeSet(files: files), blobs: compared.blobs, omitted: compared.omitted)
  }

  private func wasGenerated(_ file: ChangedFile, _ blobs: ComparedFiles.Blobs?) throws(WorkspaceError) -> Bool {
    guard let blobs, file.hasText, file.path.hasSuffix(".swift"), [.modified, .renamed].contains(file.status) else {
      return false
    }
    return try handle.withPointer { repository throws(WorkspaceError) in
      var id = try blobs.old.gitID()
      let blob: BlobHandle = try adopt("read \(file.path)") { git_blob_lookup($0, repository, &id) }
      return blob.withPointer { blob in
        GeneratedMark.isIn(
          UnsafeRawBufferPointer(start: git_blob_rawcontent(blob), count: Int(git_blob_rawsize(blob))))
      }
    }
  }
}
