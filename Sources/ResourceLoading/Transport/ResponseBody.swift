// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
public import SystemPackage

/// What came along with a response.
///
/// Ask for all of it with ``collected()``. That it is asynchronous lets a transport hand out a body that is still
/// arriving.
public struct ResponseBody: Sendable {
  private enum Storage: Sendable {
    case bytes(Data)
    case file(FilePath)
  }

  private let storage: Storage

  /// A body that is all there.
  public init(_ bytes: Data) {
    storage = .bytes(bytes)
  }

  /// A body that was written to a file.
  public init(file: FilePath) {
    storage = .file(file)
  }

  /// The file that the body was written to, as ``TransportRequest/destination`` asked.
  public var file: FilePath? {
    if case .file(let path) = storage { path } else { nil }
  }

  /// Waits for the whole body, and reads it when it is in a file.
  public func collected() async throws(TransportError) -> Data {
    switch storage {
    case .bytes(let data): return data
    case .file(let path): return try path.contents()
    }
  }
}
