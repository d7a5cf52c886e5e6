// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import Testing

struct ConfigurationReferenceTests {
  private let reference = ConfigurationReference(catalogue: catalogue)

  @Test func `the default file contains the defaults`() throws {
    let read = try ConfigurationReader(catalogue: catalogue).read(text: reference.defaultFile, file: "f")
    #expect(read == ReviewConfiguration(catalogue: catalogue))
  }

  @Test func `the schema has all sections, and schema and page contain keys and options`() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(reference.schema.utf8)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: Any])
    #expect(
      properties.keys.sorted() == [
        "build", "checkout", "comment", "coverage", "extends", "informational", "inline", "lint", "paths",
        "pull_request",
        "rules", "suppressions", "tests", "unchecked", "version",
      ])
    for name in ["time_limit", "min_lines", "threshold"] { #expect(reference.page.contains(name)) }
    for name in ["time_limit", "min_lines", "threshold", "line_length", "ignores_urls"] {
      #expect(reference.schema.contains("\"\(name)\""))
    }
  }
}
