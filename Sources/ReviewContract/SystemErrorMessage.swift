// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

extension String {
  /// The operating system's message for an error that Foundation wraps; otherwise the error's localized description.
  package init(systemError error: any Error) {
    var current: NSError? = error as NSError
    while let error = current {
      if error.domain == NSPOSIXErrorDomain {
        self.init(cString: strerror(Int32(error.code)))
        return
      }
      current = error.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    self = (error as NSError).localizedDescription
  }
}
