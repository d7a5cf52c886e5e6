// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SwiftSource

/// A rule that looks at the syntax tree of a Swift file.
package protocol SyntaxRule: Rule {
  func violations(in file: ParsedFile) -> [Violation]
}
