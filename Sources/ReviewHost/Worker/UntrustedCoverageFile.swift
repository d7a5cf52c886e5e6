// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import ReviewContract
package import SecretMasking
package import SystemPackage

/// The file with the project's coverage that the worker leaves beside its report. Like the report, it is untrusted.
package enum UntrustedCoverageFile: Hashable, Sendable {
  case read(CoverageSnapshot)
  /// The file does not exist: the coverage was not measured.
  case missing
  /// Damaged, too large, a link, or of another commit.
  case unusable

  package init(_ file: FilePath, of commit: CommitID, mask: SecretMask = SecretMask()) {
    let folder = ContainedDirectory(file.parent)
    do {
      let data = Data(try folder.bytes(at: file.name, limit: CoverageSnapshot.maximumBytes))
      let snapshot = CoverageSnapshot(decoding: MaskedJSON.masked(data, by: mask))
      self = snapshot.flatMap { $0.commit == commit ? .read($0) : nil } ?? .unusable
    } catch {
      self = error == .missing ? .missing : .unusable
    }
  }
}
