// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// Prepares untrusted XML for Foundation's parser, which crashes on some documents.
public enum UntrustedXML {
  /// The reason why a document is not parsed, as the end of a sentence.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Returns the document without control characters, bytes that are not UTF-8, and its declaration, which could name
  /// another encoding: the parser crashes on an unknown one.
  ///
  /// - Throws: ``Refusal`` of a document type, whose entities can expand without bound, and of a processing
  ///   instruction: the parser crashes on one without data, such as `<?x?>`.
  public static func data(_ bytes: [UInt8]) throws(Refusal) -> Data {
    // XML permits no control characters, but the output of programs contains them, such as color codes.
    let cleaned = bytes.filter { $0 >= 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    let data = withoutDeclaration(Data(String(decoding: cleaned, as: UTF8.self).utf8))
    if data.range(of: Data("<!DOCTYPE".utf8)) != nil { throw Refusal(description: "it declares a document type") }
    if data.range(of: Data("<?".utf8)) != nil { throw Refusal(description: "it has a processing instruction") }
    return data
  }

  private static func withoutDeclaration(_ data: Data) -> Data {
    let mark = Data([0xef, 0xbb, 0xbf])
    let text = data.starts(with: mark) ? Data(data.dropFirst(mark.count)) : data
    guard text.starts(with: Data("<?xml ".utf8)), let end = text.range(of: Data("?>".utf8)) else { return text }
    return Data(text[end.upperBound...])
  }
}
