// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// Wrappers of libgit2's variadic function `git_libgit2_opts`, which Swift cannot call.

#ifndef REVIEWBOT_CGIT2_SHIM_H
#define REVIEWBOT_CGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/repository.h>
#include <sys/syscall.h>

extern long syscall(long number, ...);

/// Sets the folder of the configuration files of `level`. A path that does not exist disables them.
static inline int reviewbot_git_set_search_path(git_config_level_t level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, (int)level, path);
}

/// Sets the certificates that libgit2 trusts in the whole process: a file, a folder, or both.
static inline int reviewbot_git_set_certificates(const char *file, const char *folder) {
  return git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, file, folder);
}

/// Rejects packs that announce more objects than `count`.
static inline int reviewbot_git_set_pack_object_limit(size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_PACK_MAX_OBJECTS, count);
}

/// Rejects objects of a pack that are larger than `bytes`. Debian's libgit2 1.5 supports this since 1.5.1+ds-1+deb12u2, with an option that
/// older headers do not define. Earlier versions reject its number as invalid; other releases use the number for other options.
///
/// Returns 0, or 1 if the library has no such limit.
static inline int reviewbot_git_set_pack_object_size_limit(size_t bytes) {
#if LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR == 5
  if (git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION + 2, bytes) == 0) return 0;
  git_error_clear();
#else
  (void)bytes;
#endif
  return 1;
}

/// Sets whether the hash of an object is verified when it is read. On by default; a mirror of a forge needs it.
static inline int reviewbot_git_set_strict_hashes(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

/// Sets the maximum size of objects of `type` that are cached in memory. By default, blobs are not cached.
static inline int reviewbot_git_set_cached_object_size(git_object_t type, size_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, type, bytes);
}

/// Sets the maximum size of all cached objects together.
static inline int reviewbot_git_set_cache_size(ssize_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, bytes);
}

/// Sets whether only repositories that belong to the calling user are opened.
static inline int reviewbot_git_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

/// Sets the number of commits of each ref that a fetch gets: 0 for all. Before 1.7, a fetch always gets all.
static inline void reviewbot_git_set_fetch_depth(git_fetch_options *options, int depth) {
#if LIBGIT2_VER_MAJOR > 1 || LIBGIT2_VER_MINOR >= 7
  options->depth = depth;
#else
  (void)options;
  (void)depth;
#endif
}

/// Returns 1 if a fetch can get a part of the history.
static inline int reviewbot_git_fetches_parts(void) {
#if LIBGIT2_VER_MAJOR > 1 || LIBGIT2_VER_MINOR >= 7
  return 1;
#else
  return 0;
#endif
}

/// Creates a file in memory without a name, which exec closes; returns its descriptor, or -1 with `errno`.
static inline int reviewbot_git_memory_file(void) { return (int)syscall(SYS_memfd_create, "git", 1u); }

/// Enables opening repositories with extensions of git's format that do not affect a reader, or whose effects are handled where they occur:
/// missing objects of a partial clone, and settings of one working tree.
static inline int reviewbot_git_set_extensions(void) {
  const char *names[] = {"partialclone", "worktreeconfig", "preciousobjects"};
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, sizeof(names) / sizeof(names[0]));
}

#endif
