// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// An OCI runtime, as podman and docker name it, or the absolute path of its program.
package struct RuntimeName: WrittenValue {
  package let name: String

  package init?(_ text: String) {
    // What begins with a dash would be read as an option.
    guard ContainerWord.isPlain(text, punctuation: "-._/"), let first = text.first,
      (first.isLetter || first.isNumber) && !text.contains("/") || AbsolutePath(text) != nil
    else { return nil }
    name = text
  }

  package var description: String { name }

  package static let noun = "name of an OCI runtime, or absolute path of its program,"
  package static let examples = "runsc"
  package static let pattern = "^([A-Za-z0-9][A-Za-z0-9._-]*|/[A-Za-z0-9._/-]+)$"
}
