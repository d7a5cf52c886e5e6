// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import Logging
import SecretMasking

/// One event, masked and cut to the length of a line.
struct LogLine: Sendable {
  /// Half of a line.
  private static let messageBytes = 2048
  private static let labelBytes = 100

  let time: String
  let level: String
  let message: String
  let label: String
  let members: [LogMember]

  init(
    time: String, level: String, message: String, label: String, metadata: Logger.Metadata, mask: SecretMask
  ) {
    self.time = time
    self.level = level
    self.message = LogValue.cut(message, mask, to: Self.messageBytes)
    self.label = LogValue.cut(label, mask, to: Self.labelBytes)
    members = LogMember.all(of: metadata, mask: mask)
  }

  /// - Returns: the line with its line break, of at most `maximumBytes` bytes.
  func text(_ format: LogFormat, maximumBytes: Int) -> String {
    switch format {
    case .text: plainText(maximumBytes)
    case .json: jsonText(maximumBytes)
    }
  }

  private func plainText(_ maximumBytes: Int) -> String {
    let room = maximumBytes - " …\n".utf8.count
    let message = fitting(room - "\(time) \(level) ".utf8.count) { HostileText($0).logText(isQuoted: false) }
    let head = "\(time) \(level) \(message)"
    let (kept, isWhole) = fittingMembers(room - head.utf8.count) { " " + $0.text }
    return head + kept.joined() + (isWhole ? "" : " …") + "\n"
  }

  private func jsonText(_ maximumBytes: Int) -> String {
    func head(_ message: String) -> String {
      "{\"time\":\"\(time)\",\"level\":\"\(level)\",\"message\":\(message),\"label\":\(LogValue.text(label).json)"
    }
    let rest = ",\"metadata\":{},\"cut\":true}\n".utf8.count
    let message = fitting(maximumBytes - rest - head("").utf8.count) { LogValue.text($0).json }
    let start = head(message)
    let (kept, isWhole) = fittingMembers(maximumBytes - rest - start.utf8.count) { $0.json + "," }
    let object = kept.isEmpty ? "" : ",\"metadata\":{\(kept.joined().dropLast())}"
    return start + object + (isWhole ? "" : ",\"cut\":true") + "}\n"
  }

  /// The rendered message, shortened until it fits: escapes can make it six times as long.
  private func fitting(_ room: Int, _ write: (String) -> String) -> String {
    var written = write(message)
    var count = message.unicodeScalars.count
    while written.utf8.count > room, count > 0 {
      count /= 2
      written = write(String(String.UnicodeScalarView(message.unicodeScalars.prefix(count))) + "…")
    }
    return written
  }

  /// The members that fit, and whether these are all.
  private func fittingMembers(_ room: Int, _ write: (LogMember) -> String) -> (kept: [String], isWhole: Bool) {
    var room = room
    var kept: [String] = []
    for member in members {
      let written = write(member)
      guard written.utf8.count <= room else { continue }
      room -= written.utf8.count
      kept.append(written)
    }
    return (kept, kept.count == members.count)
  }
}

/// A name and a value of metadata.
struct LogMember: Hashable, Sendable {
  let name: String
  let value: LogValue

  /// Sorted by name; the first 64.
  static func all(of metadata: Logger.Metadata, mask: SecretMask, depth: Int = 1) -> [LogMember] {
    metadata.sorted { $0.key < $1.key }.prefix(64)
      .map { LogMember(name: LogValue.cut($0.key, mask, to: 100), value: LogValue($0.value, mask: mask, depth: depth)) }
  }

  var json: String { "\(LogValue.text(name).json):\(value.json)" }
  var text: String { "\(LogValue.quoted(name))=\(value.text)" }
}

/// Timestamps in RFC 3339: UTC, with milliseconds.
enum LogTime {
  static func text(_ date: Date) -> String {
    let milliseconds = Int64(max(0, date.timeIntervalSince1970 * 1000).rounded())
    let second = Date(timeIntervalSince1970: TimeInterval(milliseconds / 1000)).formatted(.iso8601)
    return "\(second.dropLast()).\(String(milliseconds % 1000 + 1000).dropFirst())Z"
  }
}
