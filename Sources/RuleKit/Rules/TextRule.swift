// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SwiftSource

/// A rule that needs no more than the bytes of a file. It never causes a parse.
package protocol TextRule: Rule {
  func violations(in text: SourceText) -> [Violation]
}
