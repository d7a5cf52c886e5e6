// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import HTTPTypes
package import SecretMasking
package import SystemPackage

/// A recording as files that only their owner can read: `0001-GET-repos-acme.request`,
/// `0001-GET-repos-acme.response`, and so on. What a write sends is also in `0002-POST-repos-acme.txt`, for people.
package struct Cassette: Sendable {
  package let path: FilePath

  package init(path: FilePath) {
    self.path = path
  }

  private static let request = ".request"
  private static let response = ".response"
  package static let text = ".txt"

  /// Returns a deterministic name for a request and its number in a recording.
  package static func name(_ number: Int, _ question: RecordedExchange.Question) -> String {
    let digits = String(number)
    let path = (HTTPAddress(question.address)?.path ?? "").prefix { $0 != "?" }
    let components = path.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".")) }
    let name = ([question.method] + components.map(String.init)).joined(separator: "-")
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + name.prefix(80)
  }

  /// Creates the folder, which must not contain a recording already, because two of them must not be mixed.
  package func prepare() throws(TransportError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw TransportError(.unwritableFile, "cannot create \(path): \(error.localizedDescription)")
    }
    guard try names().isEmpty else {
      throw TransportError(.unwritableFile, "\(path) holds a recording already; record into an empty folder")
    }
  }

  /// Creates the folder, or removes the recording in it.
  package func empty() throws(TransportError) {
    let endings = [Self.request, Self.response, Self.text]
    do {
      try FileManager.default.createDirectory(
        atPath: path.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for name in try FileManager.default.contentsOfDirectory(atPath: path.string)
      where endings.contains(where: name.hasSuffix) {
        try FileManager.default.removeItem(atPath: path.appending(name).string)
      }
    } catch {
      throw TransportError(.unwritableFile, "cannot write to \(path): \(error.localizedDescription)")
    }
  }

  /// Writes a request before it is sent.
  package func write(
    _ request: TransportRequest, _ question: RecordedExchange.Question, mask: SecretMask, name: String
  ) throws(TransportError) {
    let text = HTTPText(
      firstLine: question.line, fields: mask.masked(request.head.headerFields), body: question.body)
    try write(text.data, file: name + Self.request)
    if let readable = question.readable { try write(readable, file: name + Self.text) }
  }

  /// Writes a response, or the error in its place.
  package func write(
    _ outcome: Result<TransportResponse, TransportError>, mask: SecretMask, name: String
  ) throws(TransportError) {
    let recorded: RecordedExchange.Outcome
    switch outcome {
    case .failure(let error): recorded = .failure(TransportError(error.code, mask.masked(error.message)))
    case .success(let response):
      recorded = .success(
        HTTPText(
          firstLine: "HTTP/1.1 \(response.head.status.code)", fields: mask.masked(response.head.headerFields),
          body: mask.masked(response.body)))
    }
    try write(RecordedExchange.text(of: recorded).data, file: name + Self.response)
  }

  /// Returns the exchanges in the order in which they started.
  ///
  /// A request without a response was the last of an interrupted recording; its outcome is an error.
  package func read() throws(TransportError) -> [(name: String, exchange: RecordedExchange)] {
    var exchanges: [(name: String, exchange: RecordedExchange)] = []
    for name in try names() {
      do {
        let request = try DiskService().load(
          MessageFile(path: path.appending(name + Self.request)), named: "\(name) in \(path)")
        let exchange = RecordedExchange(
          question: try RecordedExchange.Question(request), outcome: try outcome(of: name),
          hasCredential: request.fields.contains(where: \.isSecret))
        exchanges.append((name, exchange))
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

  private func outcome(of name: String) throws -> RecordedExchange.Outcome {
    let file = path.appending(name + Self.response)
    guard FileManager.default.fileExists(atPath: file.string) else {
      return .failure(TransportError(.failed, "the recording in \(path) ends before the response to \(name)"))
    }
    return try RecordedExchange.outcome(
      of: DiskService().load(MessageFile(path: file), named: "\(name) in \(path)"))
  }

  private func names() throws(TransportError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path.string)
        .filter { $0.hasSuffix(Self.request) }.map { String($0.dropLast(Self.request.count)) }.sorted()
    } catch {
      throw TransportError(.unreadableFile, "cannot read \(path): \(error.localizedDescription)")
    }
  }

  /// Writes a file that only its owner can read.
  package func write(_ data: Data, file name: String) throws(TransportError) {
    let file = try PartialFile(for: path.appending(name), permissions: .ownerReadWrite)
    try file.write(data)
    try file.commit()
  }
}

/// The file of a recorded request or response.
private struct MessageFile: FileResource, DataResource {
  typealias Model = HTTPText
  let path: FilePath

  func model(from data: Data) throws -> HTTPText { try HTTPText(data) }
}

extension DiskService {
  /// Loads a file of a recording.
  ///
  /// - Parameter name: the name for errors.
  func load<R: FileResource & DataResource>(_ resource: R, named name: String) throws(TransportError) -> R.Model {
    do throws(LoadingError) {
      return try load(resource)
    } catch .transport(let error) {
      throw error
    } catch .unreadable(let file) {
      throw TransportError(.unprepared, "\(name) \(file.reason)")
    } catch {
      throw TransportError(.unprepared, "\(name): \(error)")
    }
  }
}
