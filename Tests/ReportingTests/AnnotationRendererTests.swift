// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Reporting

struct AnnotationRendererTests {
  @Test func `at most ten annotations of each severity are written`() throws {
    let text = try AnnotationRenderer().render(SampleReport.full(findings: 90))
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error ") } == 10)
    #expect(lines.count { $0.hasPrefix("::warning ") } == 10)
    #expect(lines.last == "reviewbot: 41 more in the report")
  }

  @Test func `special characters are escaped in annotation commands`() throws {
    let text = try AnnotationRenderer().render(SampleReport.full(path: "a:b,c%d.swift", message: "50 %\nmore"))
    #expect(text.contains("file=a%3Ab%2Cc%25d.swift,line=3,col=5,title=force_unwrapping::50 %25 more\n"))
  }
}
