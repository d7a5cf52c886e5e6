// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SecretMasking
import Testing

struct MaskedJSONTests {
  private let mask = SecretMask(["SECRET-TOKEN"])

  @Test(arguments: [
    (#"{"a":"SECRET-TOKEN","b":[1,2.5,true,null]}"#, #"{"a":"***","b":[1,2.5,true,null]}"#),
    (#"{"SECRET-TOKEN":{"x":["SECRET","-TOKEN"]}}"#, #"{"***":{"x":["***","***"]}}"#),
    (#"["SECRET\n-TOKEN",{"a":"SECRET\u002dTOKEN"}]"#, #"["***\n***",{"a":"***"}]"#),
    (#""SECRET-TOKEN""#, #""***""#),
    // Without secrets, no byte is changed.
    (#"{ "b" : 1, "a":"SECRET" }"#, #"{ "b" : 1, "a":"SECRET" }"#), ("no JSON: SECRET-TOKEN", "no JSON: SECRET-TOKEN"),
  ]) func `secrets in JSON strings, keys and lists of lines are masked`(json: String, expected: String) {
    #expect(String(decoding: MaskedJSON.masked(Data(json.utf8), by: mask), as: UTF8.self) == expected)
  }
}
