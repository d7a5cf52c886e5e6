// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import SystemPackage

/// A resource that is a file: the "where" of the disk.
public protocol FileResource<Model>: Resource {
  /// The file.
  var path: FilePath { get }
}
