// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// The file with the certificate authorities that a machine trusts, for libraries that do not find it.
///
/// A library that is linked statically searches where the distribution keeps the file that it was built on.
package enum SystemCertificates {
  /// The files of Debian, Ubuntu, Arch and Alpine; RHEL and Fedora; their newer releases; and SUSE.
  static let candidates = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
  ]

  /// The first candidate that exists; `nil` if none does.
  package static var file: FilePath? { file(among: candidates) }

  static func file(among candidates: [String]) -> FilePath? {
    candidates.first { FileManager.default.isReadableFile(atPath: $0) }.map { FilePath($0) }
  }
}
