// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SecretMasking
package import SystemPackage

/// The coverage of the whole project, as the half under review left it beside its report: hostile, as the report is.
package enum UntrustedCoverageFile: Hashable, Sendable {
  case read(CoverageSnapshot)
  /// It was not measured.
  case missing
  /// Damaged, too large, a link, or of another commit.
  case unusable

  package init(_ file: FilePath, of commit: CommitID, mask: SecretMask = SecretMask()) {
    let folder = ContainedDirectory(file.removingLastComponent())
    do {
      let data = Data(try folder.bytes(at: file.lastComponent?.string ?? "", limit: CoverageSnapshot.maximumBytes))
      let snapshot = CoverageSnapshot(decoding: MaskedJSON.masked(data, by: mask))
      self = snapshot.flatMap { $0.commit == commit ? .read($0) : nil } ?? .unusable
    } catch {
      self = error == .missing ? .missing : .unusable
    }
  }
}
