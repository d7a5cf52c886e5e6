// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import HostileText

/// Reads and writes `report.json`.
package enum ReportFile {
  /// The maximum size of a file, in bytes; larger files are rejected.
  package static let maximumBytes = 8 << 20

  /// Returns the text of the file, with sorted keys, so that equal reports are equal files.
  package static func encode(_ report: Report) throws -> Data {
    try encoder.encode(report) + Data("\n".utf8)
  }

  /// - Throws: ``ReportFileError`` with the defect of the file.
  package static func decode(_ data: Data) throws(ReportFileError) -> Report {
    guard data.count <= maximumBytes else {
      throw ReportFileError(message: "report.json has \(data.count) bytes, more than the limit of \(maximumBytes)")
    }
    let report: Report
    do {
      let value = try JSONSerialization.jsonObject(with: data)
      try checkNumbers(in: value)
      // Parsers differ about the value of a duplicate key, so the checked value is serialized again for the decoder.
      let data = try JSONSerialization.data(withJSONObject: value)
      let schema = try decoder.decode(Schema.self, from: data).schema
      guard schema == Report.schemaVersion else {
        throw ReportFileError(
          message: "report.json has schema \(schema); this version reads schema \(Report.schemaVersion)")
      }
      report = try decoder.decode(Report.self, from: data)
    } catch let error as ReportFileError {
      throw error
    } catch {
      throw ReportFileError(message: "report.json is not a report: \(describe(error))")
    }
    return report
  }

  /// The maximum of counts, lines and times, far above real ones, so that sums of them do not overflow.
  private static let largestNumber = 1_000_000_000

  /// Rejects negative and large numbers: code under review may have written the file, and arithmetic on its numbers
  /// must not overflow.
  private static func checkNumbers(in value: Any) throws(ReportFileError) {
    switch value {
    case let members as [String: Any]:
      for member in members.values { try checkNumbers(in: member) }
    case let elements as [Any]:
      for element in elements { try checkNumbers(in: element) }
    case let number as NSNumber:
      guard number.doubleValue >= 0, number.doubleValue <= Double(largestNumber) else {
        throw ReportFileError(message: "report.json has the invalid number \(number)")
      }
    default: break
    }
  }

  /// The encoder of all output in snake_case.
  package static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  package static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  private struct Schema: Decodable {
    let schema: Int
  }

  /// The limit in scalars, because the decoder's message quotes the file, which code under review may have written.
  private static let longestDescription = 300

  private static func describe(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "it is not JSON" }
    let (context, problem): (DecodingError.Context, String) =
      switch error {
      case .keyNotFound(let key, let context): (context, "the key \(key.stringValue) is missing")
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        (context, context.debugDescription)
      @unknown default: (.init(codingPath: [], debugDescription: ""), "\(error)")
      }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    let text = path.isEmpty ? problem : "at \(path): \(problem)"
    return HostileText(text).line(limit: longestDescription)
  }
}

/// The report cannot be read.
package struct ReportFileError: Error, Hashable, CustomStringConvertible {
  package let message: String
  package var description: String { message }
}
