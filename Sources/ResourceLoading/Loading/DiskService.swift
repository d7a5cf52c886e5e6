// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// Loads resources that are files.
public struct DiskService: Sendable {
  private let maximumBytes: Int

  /// Creates a service that refuses files of more than `maximumBytes`.
  public init(maximumBytes: Int = 64 << 20) {
    self.maximumBytes = maximumBytes
  }

  /// Reads the file and decodes the model.
  ///
  /// - Throws: ``LoadingError``: `transport` when the file cannot be read, `unreadable` when it cannot be decoded.
  public func load<R: FileResource & DataResource>(_ resource: R) throws(LoadingError) -> R.Model {
    let data = try read(resource.path)
    do {
      return try resource.model(from: data)
    } catch {
      throw .unreadable(.init(error, head: nil, body: data))
    }
  }

  private func read(_ path: FilePath) throws(LoadingError) -> Data {
    let data: Data?
    do {
      let file = try FileDescriptor.open(path, .readOnly)
      data = try file.closeAfter {
        let handle = FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: false)
        return try handle.read(upToCount: maximumBytes + 1)
      }
    } catch {
      throw .transport(TransportError(.unreadableFile, "cannot read \(path): \(error)"))
    }
    guard let data else { return Data() }
    guard data.count <= maximumBytes else {
      throw .transport(TransportError(.tooLarge, "\(path) has more than \(maximumBytes) bytes"))
    }
    return data
  }
}
