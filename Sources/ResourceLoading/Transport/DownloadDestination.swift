// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import SystemPackage

/// The file that the body of a successful answer is to be written to, while it arrives.
public struct DownloadDestination: Hashable, Sendable {
  /// The file. Its folder must exist; what has the name is replaced when all has arrived, and left alone otherwise.
  public let path: FilePath
  /// The longest body, counted after decompression.
  public let maximumBytes: Int

  /// A file and how long it may become.
  public init(_ path: FilePath, maximumBytes: Int = 1 << 30) {
    self.path = path
    self.maximumBytes = maximumBytes
  }
}
