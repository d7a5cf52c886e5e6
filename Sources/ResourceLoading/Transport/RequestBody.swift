// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
public import SystemPackage

/// What is sent along with a request.
public enum RequestBody: Hashable, Sendable {
  /// Nothing.
  case none
  /// Bytes that are in memory.
  case bytes(Data)
  /// What is in a file when the request is sent.
  case file(FilePath)
}
