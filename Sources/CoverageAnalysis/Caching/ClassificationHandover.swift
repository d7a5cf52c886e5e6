// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Takes over what a review found out about files, into the folder where that is kept.
package enum ClassificationHandover {
  /// What cannot be kept is found out again the next time.
  package static func takeOver(from left: FilePath, to folder: FilePath) {
    ClassificationCache(folder: folder).takeOver(from: left)
  }
}
