// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// A recording as files: `0001-GET-repos-acme.request` and `0001-GET-repos-acme.response`, and so on.
struct Cassette: Sendable {
  let path: FilePath

  private static let request = ".request"
  private static let response = ".response"

  /// Returns a deterministic name for a request and its number in a recording.
  static func name(_ number: Int, _ question: RecordedExchange.Question) -> String {
    let digits = String(number)
    let path = (HTTPAddress(question.address)?.path ?? "").prefix { $0 != "?" }
    let components = path.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".")) }
    let name = ([question.method] + components.map(String.init)).joined(separator: "-")
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + name.prefix(80)
  }

  /// Creates the folder, which must not contain a recording already, because two of them must not be mixed.
  func prepare() throws(TransportError) {
    do {
      try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    } catch {
      throw TransportError(.unwritableFile, "cannot create \(path): \(error.localizedDescription)")
    }
    guard try names().isEmpty else {
      throw TransportError(.unwritableFile, "\(path) holds a recording already; record into an empty folder")
    }
  }

  func write(_ request: HTTPText, name: String) throws(TransportError) {
    try write(request, file: name + Self.request)
  }

  func write(_ outcome: RecordedExchange.Outcome, name: String) throws(TransportError) {
    try write(RecordedExchange.text(of: outcome), file: name + Self.response)
  }

  /// Returns the exchanges in the order in which they started.
  func read() throws(TransportError) -> [(name: String, exchange: RecordedExchange)] {
    var exchanges: [(name: String, exchange: RecordedExchange)] = []
    for name in try names() {
      do {
        let question = try RecordedExchange.Question(HTTPText(try path.appending(name + Self.request).contents()))
        let outcome = try RecordedExchange.outcome(of: HTTPText(try path.appending(name + Self.response).contents()))
        exchanges.append((name, RecordedExchange(question: question, outcome: outcome)))
      } catch let error as TransportError {
        throw error
      } catch let error as HTTPText.Failure {
        throw TransportError(.unprepared, "\(name) in \(path) \(error.message)")
      } catch {
        throw TransportError(.unprepared, "\(name) in \(path): \(error)")
      }
    }
    return exchanges
  }

  private func names() throws(TransportError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path.string)
        .filter { $0.hasSuffix(Self.request) }.map { String($0.dropLast(Self.request.count)) }.sorted()
    } catch {
      throw TransportError(.unreadableFile, "cannot read \(path): \(error.localizedDescription)")
    }
  }

  private func write(_ text: HTTPText, file name: String) throws(TransportError) {
    let file = try PartialFile(for: path.appending(name))
    try file.write(text.data)
    try file.commit()
  }
}
