// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SystemPackage

/// An inspector of one checkout.
package struct StubCheckoutInspector: CheckoutInspector {
  private let folder: FilePath
  private let origin: String?

  /// - Parameter origin: the URL of the remote `origin`.
  package init(_ folder: FilePath, origin: String?) {
    self.folder = folder
    self.origin = origin
  }

  /// Throws for any other folder.
  package func originURL(around folder: FilePath) async throws(WorkspaceError) -> String? {
    guard folder == self.folder else {
      throw WorkspaceError(.notARepository, "the stub was not prepared for \(folder)")
    }
    return origin
  }

  package func rewrites(in files: [FilePath]) async -> [URLRewrite] { [] }
}
