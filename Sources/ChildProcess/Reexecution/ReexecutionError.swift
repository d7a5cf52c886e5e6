// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The program could not be started again in the state that safety asks for.
package struct ReexecutionError: Error, CustomStringConvertible {
  let call: String
  let number: Int32

  package var description: String {
    "the program cannot start itself again with a clean environment: \(call): \(String(cString: strerror(number)))"
  }
}
