// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

/// Has a token that is valid now.
package protocol TokenSource: Sendable {
  /// The token, made anew when the last one is about to expire.
  func token() async throws(ForgeError) -> Secret

  /// Forgets a token that was refused, so that the next one is made anew.
  func forget(_ token: Secret) async
}
