// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias BlobHandle = OwnedPointer<BlobRelease>

enum BlobRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_blob_free(pointer)
  }
}

typealias CommitHandle = OwnedPointer<CommitRelease>

enum CommitRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_commit_free(pointer)
  }
}

typealias ConfigurationHandle = OwnedPointer<ConfigurationRelease>

enum ConfigurationRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_config_free(pointer)
  }
}

typealias DatabaseHandle = OwnedPointer<DatabaseRelease>

enum DatabaseRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_odb_free(pointer)
  }
}

typealias DiffHandle = OwnedPointer<DiffRelease>

enum DiffRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_diff_free(pointer)
  }
}

typealias IndexHandle = OwnedPointer<IndexRelease>

enum IndexRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_index_free(pointer)
  }
}

typealias ObjectHandle = OwnedPointer<ObjectRelease>

enum ObjectRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_object_free(pointer)
  }
}

typealias ReferenceHandle = OwnedPointer<ReferenceRelease>

enum ReferenceRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_reference_free(pointer)
  }
}

typealias RemoteHandle = OwnedPointer<RemoteRelease>

enum RemoteRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_remote_free(pointer)
  }
}

typealias RepositoryHandle = OwnedPointer<RepositoryRelease>

enum RepositoryRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_repository_free(pointer)
  }
}

typealias TreeHandle = OwnedPointer<TreeRelease>

enum TreeRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_tree_free(pointer)
  }
}
