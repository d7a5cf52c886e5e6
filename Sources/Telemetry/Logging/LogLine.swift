// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Logging
import SecretMasking

/// One event, ready to be written: masked, and cut to what a line has room for.
struct LogLine: Sendable {
  /// A message may take half of a line.
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

  /// - Returns: the line with its end, of at most so many bytes.
  func text(_ format: LogFormat, maximumBytes: Int) -> String {
    switch format {
    case .text: plainText(maximumBytes)
    case .json: jsonText(maximumBytes)
    }
  }

  private func plainText(_ maximumBytes: Int) -> String {
    let room = maximumBytes - " …\n".utf8.count
    let message = fitting(room - "\(time) \(level) ".utf8.count) { VisibleText.make($0, isQuoted: false) }
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

  /// The message as it is written, shortened until it has room: escapes can make it six times as long.
  private func fitting(_ room: Int, _ write: (String) -> String) -> String {
    var written = write(message)
    var count = message.unicodeScalars.count
    while written.utf8.count > room, count > 0 {
      count /= 2
      written = write(String(String.UnicodeScalarView(message.unicodeScalars.prefix(count))) + "…")
    }
    return written
  }

  /// The members that have room, and whether these are all.
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
