// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

/// Tests the errors about a file that code under review wrote.
struct ReportFileErrorTests {
  @Test(arguments: [
    "", "{", "nothing", "{\"title\":\"\\u00{\n\"}", "{\"a\":\"\u{1}\"}", "{\"schema\":1e999}", "{\"schema\":\"a\nb\"}",
    "{\"schema\":1,\"verdict\":\"a\nb\"}", "{\"schema\":1,\"verdict\":\"\(String(repeating: "x", count: 5_000))\"}",
  ]) func `an error about a malformed report is one short line`(text: String) {
    #expect {
      try ReportFile.decode(Data(text.utf8))
    } throws: { error in
      let message = "\(error)"
      return message.hasPrefix("report.json ") && !message.contains("\n") && message.utf8.count < 400
    }
  }

  @Test(arguments: HostileInputs.all)
  func `an error about a malformed report has no hidden characters`(text: String) throws {
    let files = [[text: 1], ["schema": text], ["schema": 1, "verdict": text]]
    for file in files {
      #expect {
        try ReportFile.decode(JSONSerialization.data(withJSONObject: file))
      } throws: { HostileInputs.hiddenScalars(in: "\($0)") == [] }
    }
  }
}
