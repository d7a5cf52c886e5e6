// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import CInterop

struct CallbackContextTests {
  @Test func `a value is passed through a C call`() {
    let greeting = CallbackContext("hello")
    greeting.withPayload { payload in
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { payload in
          CallbackContext<String>.from(payload).value += " from a thread of C's"
          return nil
        }, payload)
      pthread_join(thread, nil)
    }
    #expect(greeting.value == "hello from a thread of C's")
  }
}
