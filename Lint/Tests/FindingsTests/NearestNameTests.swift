// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

struct NearestNameTests {
  @Test(arguments: [
    ("forse_try", "force_try"), ("foce_try", "force_try"), ("TODO", "todo"), ("otdo", "todo"), ("", nil),
    ("something_else", nil), (String(repeating: "force_try", count: 10), nil),
  ])
  func `a misspelled name has a nearest name, and an unrelated word has none`(word: String, nearest: String?) {
    #expect(NearestName.find(for: word, in: ["force_cast", "force_try", "todo"]) == nearest)
  }
}
