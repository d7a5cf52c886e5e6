// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import SystemPackage

/// A folder with the files to check.
///
/// The contents of a checkout are hostile: what reads one must not follow its links, nor wait for a pipe in it.
public protocol SourceFolder: Sendable {
  var path: FilePath { get }

  /// Reads a regular file.
  ///
  /// - Parameters:
  ///   - path: relative to the folder.
  ///   - limit: the maximum number of bytes.
  func source(at path: String, limit: Int) throws(UnreadableSource) -> [UInt8]

  /// The size of a file in bytes; `nil` if it is not known. The file may have another size when it is read.
  func size(at path: String) -> Int?
}

/// The reason for which a file was not read.
public enum UnreadableSource: Error, Hashable, Sendable {
  case missing
  case tooLarge(limit: Int)
  /// The cause, as the end of a sentence.
  case other(String)
}

extension UnreadableSource: CustomStringConvertible {
  /// The cause, as the end of a sentence.
  public var description: String {
    switch self {
    case .missing: "it does not exist"
    case .tooLarge(let limit): "it has more than \(limit % (1 << 20) == 0 ? "\(limit >> 20) MiB" : "\(limit) bytes")"
    case .other(let cause): cause
    }
  }
}
