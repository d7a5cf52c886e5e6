// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource

/// The parts of a comment, as SourceKit names them: addresses, fields of documentation such as `Returns`, and the rest.
enum CommentKinds {
  static let all: Set<String> = ["comment", "comment.mark", "comment.url", "doccomment", "doccomment.field"]

  static func entries(of comment: Comment, in text: SourceText) -> [TokenKinds.Entry] {
    let isDocumentation = comment.kind == .documentationLine || comment.kind == .documentationBlock
    var range = comment.range
    // The line break belongs to a comment that it ends.
    if comment.kind == .line || comment.kind == .documentationLine, range.upperBound < text.bytes.count {
      range = range.lowerBound..<(range.upperBound + 1)
    }
    let content = String(decoding: text.bytes[range], as: UTF8.self)
    let fields = isDocumentation ? self.fields(in: content, isBlock: comment.kind == .documentationBlock) : []
    let addresses = self.addresses(in: content[..<(fields.first?.lowerBound ?? content.endIndex)])
    let isField = !fields.isEmpty && comment.kind == .documentationLine
    var parts = fields.map { ($0, "doccomment.field") }
    if !isField { parts += addresses.map { ($0, "comment.url") } }
    parts.sort { $0.0.lowerBound < $1.0.lowerBound }
    var entries: [TokenKinds.Entry] = []
    var start = content.startIndex
    func add(_ part: Range<String.Index>, _ kind: String) {
      guard !part.isEmpty else { return }
      let offsets = content.utf8.distance(from: content.startIndex, to: part.lowerBound)
      let count = content[part].utf8.count
      let first = range.lowerBound + offsets
      entries.append(TokenKinds.Entry(range: first..<(first + count), kind: kind))
    }
    for (part, kind) in parts {
      add(start..<part.lowerBound, isDocumentation ? "doccomment" : "comment")
      add(part, kind)
      start = part.upperBound
    }
    add(start..<content.endIndex, isDocumentation ? "doccomment" : "comment")
    return entries
  }

  /// The names of fields in list items such as `- Returns: text`, without the colon.
  private static func fields(in content: String, isBlock: Bool) -> [Range<String.Index>] {
    var result: [Range<String.Index>] = []
    for line in content.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = isBlock ? line : line.drop { $0 == "/" }
      let rest = text.drop { $0 == " " }
      guard rest.hasPrefix("- ") else { continue }
      let item = rest.dropFirst(2)
      let name = item.prefix { $0.isLetter }
      let word = name.lowercased()
      let after = item[name.endIndex...]
      let isParameter = word == "parameter" && after.first == " " && after.contains(":")
      guard isParameter || after.first == ":" && fieldNames.contains(word) else { continue }
      // Parameters of a parameter's closure are ordinary text.
      guard isBlock || !word.hasPrefix("parameter") || rest.startIndex <= text.index(after: text.startIndex) else {
        continue
      }
      result.append(name.startIndex..<name.endIndex)
    }
    return result
  }

  private static let fieldNames: Set<String> = [
    "attention", "author", "authors", "bug", "complexity", "copyright", "date", "experiment", "important", "invariant",
    "keyword", "localizationkey", "mutatingvariant", "nonmutatingvariant", "note", "parameters", "postcondition",
    "precondition", "recommended", "recommendedover", "remark", "remarks", "requires", "returns", "seealso", "since",
    "tag", "throws", "todo", "version", "warning",
  ]

  private static func addresses(in content: Substring) -> [Range<String.Index>] {
    var result: [Range<String.Index>] = []
    var start = content.startIndex
    while let colon = content[start...].firstIndex(of: ":") {
      let end = address(in: content, from: start, colon)
      if let end { result.append(end) }
      start = max(end?.upperBound ?? start, content.index(after: colon))
    }
    return result
  }

  /// The address whose scheme ends at the colon.
  private static func address(
    in content: Substring, from start: String.Index, _ colon: String.Index
  ) -> Range<String.Index>? {
    let before = content[start..<colon]
    let after = content[content.index(after: colon)...]
    func scheme(_ names: [String]) -> Substring? {
      names.filter { before.hasSuffix($0) }.max { $0.count < $1.count }.map { before.suffix($0.count) }
    }
    func whole(_ scheme: Substring?, _ rest: Substring) -> Range<String.Index>? {
      let end = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || addressCharacters.contains($0)) }.endIndex
      return end == rest.startIndex ? nil : scheme.map { $0.startIndex..<end }
    }
    if after.hasPrefix("//") { return whole(scheme(schemes), after.dropFirst(2)) }
    if before.hasSuffix("radar") { return whole(before.suffix(5), after) }
    guard let mail = scheme(["mailto", "im"]) else { return nil }
    let user = after.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    guard !user.isEmpty, after[user.endIndex...].first == "@" else { return nil }
    let host = after[user.endIndex...].dropFirst().prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_.!%".contains($0))
    }
    return host.isEmpty ? nil : mail.startIndex..<host.endIndex
  }

  private static let addressCharacters = Set(";/?:@&=+$,-_.!~*'()%#")
  private static let schemes = [
    "acap", "afp", "afs", "cid", "data", "fax", "feed", "file", "ftp", "go", "gopher", "http", "https", "imap", "ldap",
    "mailserver", "mid", "modem", "news", "nntp", "opaquelocktoken", "pop", "prospero", "rdar", "rtsp", "service",
    "sip",
    "soap.beep", "soap.beeps", "tel", "telnet", "tip", "tn3270", "urn", "vemmi", "wais", "xcdoc", "z39.50r", "z39.50s",
  ]
}
