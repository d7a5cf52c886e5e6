// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Logging
import ReviewTesting
import SecretMasking
import Testing

@testable import Observability

struct LineLogHandlerTests {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns the lines that a logger writes.
  private func lines(
    _ format: LogFormat = .text, secrets: [String] = [], _ body: (inout Logger) -> Void
  ) -> [String] {
    let written = Locked<[String]>([])
    var logger = Logger(label: "daemon") { label in
      LineLogHandler(
        label: label, format: format, mask: SecretMask(secrets),
        now: { Date(timeIntervalSince1970: 1_795_295_023.123) },
        write: { line in written.withLock { $0.append(line) } })
    }
    body(&logger)
    return written.withLock { $0 }
  }

  @Test func `whole numbers are numbers in JSON`() {
    let metadata: Logger.Metadata = ["jobs": .stringConvertible(17), "text": "17"]
    #expect(
      lines(.json) { $0.info("x", metadata: metadata) } == [
        #"{"time":"2026-11-21T21:03:43.123Z","level":"info","message":"x","label":"daemon","#
          + #""metadata":{"jobs":17,"text":"17"}}"# + "\n"
      ])
    #expect(lines { $0.info("x", metadata: metadata) } == ["2026-11-21T21:03:43.123Z info x jobs=17 text=17\n"])
  }

  @Test func `an event is one line with sorted metadata`() {
    #expect(
      lines { $0.info("a review ended", metadata: ["verdict": "passed", "job": "\(17)"]) }
        == ["2026-11-21T21:03:43.123Z info a review ended job=17 verdict=passed\n"])
    #expect(
      lines(.json) { $0.error("a review ended", metadata: ["verdict": "passed", "job": "\(17)"]) } == [
        """
        {"time":"2026-11-21T21:03:43.123Z","level":"error","message":"a review ended","label":"daemon",\
        "metadata":{"job":"17","verdict":"passed"}}

        """
      ])
    #expect(
      lines(.json) { $0.info("m") }
        == ["{\"time\":\"2026-11-21T21:03:43.123Z\",\"level\":\"info\",\"message\":\"m\",\"label\":\"daemon\"}\n"])
  }

  @Test(arguments: [
    ("word", "k=word"), ("two words", "k=\"two words\""), ("", "k=\"\""), ("a=b", "k=\"a=b\""),
    ("say \"hi\" \\", #"k="say \"hi\" \\""#), ("line\nend\t\r", #"k="line\nend\t\r""#),
    ("\u{1b}[2J\u{9b}\u{7f}\u{0}", #"k="\u001b[2J\u009b\u007f\u0000""#), ("a\u{202e}b", #"k="a\u202eb""#),
    ("\u{2066}x\u{2069}\u{200b}\u{feff}", #"k="\u2066x\u2069\u200b\ufeff""#),
    ("a\u{2028}b", #"k="a\u2028b""#), ("größer🦆", "k=größer🦆"), ("a\u{a0}b", "k=\"a\u{a0}b\""),
    ("\u{e0041}", #"k="\udb40\udc41""#),
  ]) func `values are quoted only if necessary`(value: String, expected: String) {
    #expect(
      lines { $0.info("m", metadata: ["k": "\(value)"]) } == ["2026-11-21T21:03:43.123Z info m \(expected)\n"])
  }

  @Test func `a line break in an event does not produce a second line`() throws {
    let text = "first\n2026-11-21T21:03:43.123Z info forged\u{202e}"
    let written = lines { $0.info("\(text)", metadata: ["\(text)": "\(text)"]) }
    #expect(
      written == [
        #"2026-11-21T21:03:43.123Z info first\n2026-11-21T21:03:43.123Z info forged\u202e "#
          + #""first\n2026-11-21T21:03:43.123Z info forged\u202e"="first\n2026-11-21T21:03:43.123Z info forged\u202e""#
          + "\n"
      ])
    let json = try #require(lines(.json) { $0.info("\(text)", metadata: ["\(text)": "\(text)"]) }.first)
    #expect(json.filter(\.isNewline) == "\n")
    #expect(!json.unicodeScalars.contains("\u{202e}"))
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
    #expect(object?["message"] as? String == text)
    #expect(object?["metadata"] as? [String: String] == [text: text])
  }

  @Test(arguments: HostileInputs.all, LogFormat.allCases)
  func `an event is one line without hidden characters`(text: String, format: LogFormat) throws {
    let line = try #require(
      lines(format) { $0.info("\(text)", metadata: ["\(text)": "\(text)", "k": [["\(text)"]]]) }.first)
    #expect(line.filter(\.isNewline) == "\n")
    #expect(HostileInputs.hiddenScalars(in: line) == [])
  }

  @Test func `nested metadata is JSON`() throws {
    let metadata: Logger.Metadata = ["k": ["a", ["b": "two words", "c": []]]]
    #expect(
      lines { $0.info("m", metadata: metadata) }
        == [#"2026-11-21T21:03:43.123Z info m k="[\"a\",{\"b\":\"two words\",\"c\":[]}]""# + "\n"])
    let json = try #require(lines(.json) { $0.info("m", metadata: metadata) }.first)
    #expect(json.hasSuffix(#""metadata":{"k":["a",{"b":"two words","c":[]}]}}"# + "\n"))
  }

  @Test func `metadata of the logger, the provider and the event are merged`() {
    let written = lines { logger in
      logger[metadataKey: "job"] = "1"
      logger[metadataKey: "who"] = "logger"
      logger.handler.metadataProvider = Logger.MetadataProvider { ["who": "provider", "trace": "t"] }
      logger.info("m", metadata: ["who": "event"])
      logger.info("n")
    }
    #expect(
      written == [
        "2026-11-21T21:03:43.123Z info m job=1 trace=t who=event\n",
        "2026-11-21T21:03:43.123Z info n job=1 trace=t who=provider\n",
      ])
  }

  @Test func `the error of an event is written as metadata`() {
    #expect(
      lines { $0.error("cannot publish", error: Failure(description: "the forge is away")) }
        == ["2026-11-21T21:03:43.123Z error cannot publish error=\"the forge is away\"\n"])
  }

  @Test func `events below the log level are not written`() {
    let written = lines { logger in
      logger.debug("a")
      logger.logLevel = .debug
      logger.debug("b")
    }
    #expect(written == ["2026-11-21T21:03:43.123Z debug b\n"])
  }

  @Test(arguments: LogFormat.allCases)
  func `secrets in messages and metadata are masked`(format: LogFormat) {
    let secret = "s3cret \"token\"\n"
    let encoded = Data("user:\(secret)".utf8).base64EncodedString()
    let written = lines(format, secrets: [secret]) { logger in
      logger.info(
        "\(secret) and Basic \(encoded)", metadata: ["\(secret)": "\(secret)", "deep": [["x": "a\(secret)"]]])
    }.joined()
    #expect(written.contains("***"))
    for part in ["s3cret", "token", String(encoded.suffix(8))] { #expect(!written.contains(part), "\(written)") }
  }

  @Test(arguments: LogFormat.allCases, ["x", "\n", "🦆", "\u{202e}", "\""])
  func `long events are cut to valid lines`(format: LogFormat, character: String) throws {
    let long = String(repeating: character, count: 100_000)
    var metadata: Logger.Metadata = [:]
    for number in 0..<200 { metadata["key \(number)"] = "\(long)" }
    metadata["deep"] = (0..<100).reduce("\(long)") { value, _ in [value] }
    metadata["wide"] = .array(Array(repeating: "\(long)", count: 1000))
    let line = try #require(lines(format) { $0.info("\(long)", metadata: metadata) }.first)
    #expect((1000...LineLogHandler.maximumLineBytes).contains(line.utf8.count))
    #expect(line.filter(\.isNewline) == "\n")
    if format == .json {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary)
      #expect(object["cut"] as? Bool == true)
      #expect((object["message"] as? String)?.hasSuffix("…") == true)
    } else {
      #expect(line.hasSuffix(" …\n"))
    }
  }
}
