// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What containers are made from: an image, as podman and docker name it, or the absolute path of a folder with a root file
/// system.
package struct ImageName: WrittenValue {
  package let name: String

  package init?(_ text: String) {
    // What begins with a dash would be read as an option.
    guard ContainerWord.isPlain(text, punctuation: "-._/:@"), let first = text.first,
      first.isLetter || first.isNumber || AbsolutePath(text) != nil
    else { return nil }
    name = text
  }

  package var description: String { name }

  package static let noun = "image, or absolute path of a folder with a root file system,"
  package static let examples = "swift:6.3-bookworm"
  package static let pattern = "^[A-Za-z0-9/][A-Za-z0-9._/:@-]*$"
}
