// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// A child could not be started.
package struct ChildProcessError: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    case notFound, cannotStart
  }

  package let code: Code
  package let executable: FilePath
  package let underlying: String

  package init(code: Code, executable: FilePath, underlying: String) {
    self.code = code
    self.executable = executable
    self.underlying = underlying
  }

  package var description: String {
    switch code {
    case .notFound: "there is no program \(executable)"
    case .cannotStart: "\(executable) cannot be started: \(underlying)"
    }
  }
}
