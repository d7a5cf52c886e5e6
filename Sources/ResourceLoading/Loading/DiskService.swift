// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
public import SystemPackage

/// Loads resources that are files.
public struct DiskService: Sendable {
  /// Returns the bytes of a file; of a file with more bytes than the limit, more than the limit.
  public typealias Reader = @Sendable (_ path: FilePath, _ limit: Int) throws -> Data

  private let maximumBytes: Int
  private let reader: Reader

  /// Creates a service that refuses files of more than `maximumBytes`.
  ///
  /// - Parameters:
  ///   - maximumBytes: the maximum size of a file.
  ///   - reader: reads a file, for example only below a folder and without following links; by default, the file at
  ///     the path is opened.
  public init(maximumBytes: Int = 64 << 20, reader: Reader? = nil) {
    self.maximumBytes = maximumBytes
    self.reader = reader ?? Self.read
  }

  /// Reads the file and decodes the model.
  ///
  /// - Throws: ``LoadingError``: `transport` when the file cannot be read, `unreadable` when it cannot be decoded.
  public func load<R: FileResource & DataResource>(_ resource: R) throws(LoadingError) -> R.Model {
    let data: Data
    do {
      data = try reader(resource.path, maximumBytes)
    } catch {
      throw .transport(TransportError(.unreadableFile, "cannot read \(resource.path): \(error)"))
    }
    guard data.count <= maximumBytes else {
      throw .transport(TransportError(.tooLarge, "\(resource.path) has more than \(maximumBytes) bytes"))
    }
    do {
      return try resource.model(from: data)
    } catch {
      throw .unreadable(.init(error, head: nil, body: data))
    }
  }

  private static func read(_ path: FilePath, limit: Int) throws -> Data {
    let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    return try file.closeAfter {
      var data = Data()
      var part = [UInt8](repeating: 0, count: 64 << 10)
      while data.count <= limit {
        let count = try part.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { break }
        data += part[..<count]
      }
      return data
    }
  }
}
