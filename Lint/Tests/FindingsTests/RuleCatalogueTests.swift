// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
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

struct OptionValueTests {
  @Test(arguments: [
    (OptionValue.integer(12), "12"), (.boolean(true), "true"), (.text("a \"b\" \\"), "\"a \\\"b\\\" \\\\\""),
    (.texts(["a", "b"]), "[\"a\", \"b\"]"), (.texts([]), "[]"), (.integer(1), "1"),
  ])
  func `an option value is described as YAML and survives JSON`(value: OptionValue, text: String) throws {
    #expect(value.description == text)
    #expect(try JSONDecoder().decode(OptionValue.self, from: JSONEncoder().encode(value)) == value)
  }
}
