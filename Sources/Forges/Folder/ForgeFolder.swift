// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
package import ResourceLoading
package import SecretMasking
package import SystemPackage

/// A forge whose responses are in a folder: a recording, or files as ``StubTransport/init(folder:)`` describes them.
///
/// Writes are recorded in the subfolder `writes`. They get the prepared response with what was written, or else a
/// generated one, and later lists show them. Nothing is sent.
package actor ForgeFolder: HTTPTransport {
  package static let writesName = "writes"

  package nonisolated let path: FilePath
  /// The repository; `nil` without ``ForgeNote/file``.
  package nonisolated let note: ForgeNote?
  /// Whether requests have a credential: not if those of the recording had none.
  package nonisolated let isAuthenticated: Bool
  /// The account of the app whose session was recorded; `nil` for the account of a token.
  package nonisolated let appAccount: String?

  private var prepared: PreparedResponses
  private var changes: FolderChanges
  private let writes: Cassette
  private let mask: @Sendable () -> SecretMask
  private var comparison = WriteComparison()

  /// - Parameter mask: returns the secrets of this process, which are masked in the recorded writes.
  /// - Throws: ``TransportError`` when the folder has no responses or contains what cannot be read.
  package init(_ path: FilePath, mask: @escaping @Sendable () -> SecretMask) throws(TransportError) {
    self.path = path
    self.mask = mask
    let names = try Self.names(in: path)
    let prepared = try PreparedResponses(folder: path, mask: mask())
    note = try names.contains(ForgeNote.file) ? Self.note(in: path) : nil
    let recorded = prepared.remaining
    guard !recorded.isEmpty || names.contains("GET") else {
      throw TransportError(
        .unprepared, names.isEmpty ? "\(path) is empty" : "\(path) is neither a recording nor a folder of responses")
    }
    isAuthenticated = recorded.isEmpty || prepared.hasCredential
    appAccount = recorded.lazy.compactMap { $0.response.flatMap(FolderChanges.appAccount) }.first
    self.prepared = prepared
    changes = FolderChanges(recorded, appAccount: appAccount)
    writes = Cassette(path: path.appending(Self.writesName))
    try writes.empty()
  }

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let path = request.head.path ?? "/"
    guard !request.head.method.isSafe else {
      if let response = try prepared.next(request)?.outcome.get() {
        return changes.shown(response.head, response.body, at: path)
      }
      guard let generated = changes.generated(at: path) else { throw .unprepared(request, in: self.path) }
      return generated
    }
    let question = try RecordedExchange.Question(request, mask: mask())
    let name = Cassette.name(comparison.count + 1, question)
    let response = try prepared.next(request)
    comparison.add(name, response)
    try writes.write(request, question, mask: mask(), name: name)
    let outcome = answer(to: request.head.method, at: path, question.body, response)
    try writes.write(outcome, mask: mask(), name: name)
    return try outcome.get()
  }

  private func answer(
    to method: HTTPRequest.Method, at path: String, _ sent: Data, _ response: PreparedResponses.Response?
  ) -> Result<TransportResponse, TransportError> {
    do throws(TransportError) {
      let prepared = try response?.outcome.get()
      return .success(changes.answer(to: method, at: path, sent, prepared?.head, prepared?.body))
    } catch {
      return .failure(error)
    }
  }

  /// What was written, and how it differs from the recording, for people; `nil` if nothing was.
  package var summary: String? {
    let missing = prepared.remaining.filter { !$0.question.isRead }.map(\.name)
    guard comparison.count > 0 || !missing.isEmpty else { return nil }
    return comparison.text(missing: missing, recording: path, writes: writes.path)
  }

  /// The names at the top of the folder.
  ///
  /// - Throws: ``TransportError`` for links, which could lead anywhere.
  private static func names(in path: FilePath) throws(TransportError) -> Set<String> {
    let url = URL(fileURLWithPath: path.string)
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path.string, isDirectory: &isDirectory), isDirectory.boolValue else {
      throw TransportError(.unreadableFile, "there is no folder \(path)")
    }
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: path.string)
      let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.isSymbolicLinkKey])
      while let file = files?.nextObject() as? URL {
        guard try file.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink != true else {
          throw TransportError(
            .unreadableFile, "\(file.path) is a symbolic link, which a folder of responses must not contain")
        }
      }
      return Set(names).subtracting([writesName])
    } catch let error as TransportError {
      throw error
    } catch {
      throw TransportError(.unreadableFile, "cannot read \(path): \(error.localizedDescription)")
    }
  }

  private static func note(in path: FilePath) throws(TransportError) -> ForgeNote {
    let file = path.appending(ForgeNote.file)
    do {
      return try DiskService(maximumBytes: 64 << 10).load(NoteFile(path: file))
    } catch {
      throw TransportError(.unreadableFile, "\(file) is not {\"forge\": …, \"repository\": \"OWNER/NAME\"}")
    }
  }
}

private struct NoteFile: FileResource, DataResource {
  typealias Model = ForgeNote
  let path: FilePath

  func model(from data: Data) throws -> ForgeNote { try ForgeNote(data) }
}

/// The writes of a run beside those of the recording.
private struct WriteComparison {
  private(set) var count = 0
  private var different: [(recorded: String, written: String)] = []
  private var added: [String] = []
  private var hasRecorded = false

  mutating func add(_ name: String, _ response: PreparedResponses.Response?) {
    count += 1
    guard let recorded = response?.recorded else { return added.append(name) }
    hasRecorded = true
    if response?.isSame == false { different.append((recorded, name)) }
  }

  func text(missing: [String], recording: FilePath, writes: FilePath) -> String {
    let subject = count == 1 ? "1 write to the forge is" : "\(count) writes to the forge are"
    let place = "\(subject) in \(writes)"
    guard hasRecorded || !missing.isEmpty else { return place }
    let lines =
      different.map {
        "differs: diff \(recording)/\($0.recorded)\(Cassette.text) \(writes)/\($0.written)\(Cassette.text)"
      }
      + added.map { "not in the recording: \($0)" } + missing.map { "only in the recording: \($0)" }
    return lines.isEmpty ? "\(place), as recorded" : ([place] + lines).joined(separator: "\n  ")
  }
}
