// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// The system's own words for an error that Foundation wraps.
package enum SystemWords {
  package static func make(_ error: any Error) -> String {
    var current: NSError? = error as NSError
    while let error = current {
      if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
      current = error.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    return (error as NSError).localizedDescription
  }
}
