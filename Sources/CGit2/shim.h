// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// libgit2 without its variadic entry point: Swift cannot call `git_libgit2_opts`.

#ifndef REVIEWBOT_CGIT2_SHIM_H
#define REVIEWBOT_CGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/repository.h>
#include <sys/syscall.h>

extern long syscall(long number, ...);

/// Where libgit2 looks for configuration files of `level`; a path that does not exist means nowhere.
static inline int reviewbot_git_set_search_path(git_config_level_t level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, (int)level, path);
}

/// The certificates that libgit2 trusts: a file, a folder, or both. For the whole process.
static inline int reviewbot_git_set_certificates(const char *file, const char *folder) {
  return git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, file, folder);
}

/// Refuses a pack that announces more objects than `count`.
static inline int reviewbot_git_set_pack_object_limit(size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_PACK_MAX_OBJECTS, count);
}

/// Refuses an object of a pack that is larger than `bytes`. Debian's libgit2 1.5 can since 1.5.1+ds-1+deb12u2, with an option whose name older
/// headers do not have. Earlier ones answer that its number is not valid; other releases give the number to other options.
///
/// Returns 0, or 1 when the library has no such limit.
static inline int reviewbot_git_set_pack_object_size_limit(size_t bytes) {
#if LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR == 5
  if (git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION + 2, bytes) == 0) return 0;
  git_error_clear();
#else
  (void)bytes;
#endif
  return 1;
}

/// Whether objects are hashed again when read. On by default; a mirror of a forge needs it.
static inline int reviewbot_git_set_strict_hashes(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

/// Objects of `type` up to `bytes` are kept in memory for the next read. Files are not, as a rule.
static inline int reviewbot_git_set_cached_object_size(git_object_t type, size_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, type, bytes);
}

/// What all objects that are kept may take together.
static inline int reviewbot_git_set_cache_size(ssize_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, bytes);
}

/// Whether a repository must belong to the calling user before it is opened.
static inline int reviewbot_git_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

/// A file in memory without a name, closed by exec; or -1 with `errno`.
static inline int reviewbot_git_memory_file(void) { return (int)syscall(SYS_memfd_create, "git", 1u); }

/// Opens repositories with extensions of git's format that do not matter to a reader, or whose consequences are found where they matter: objects
/// that a partial clone lacks, and settings of one working tree.
static inline int reviewbot_git_set_extensions(void) {
  const char *names[] = {"partialclone", "worktreeconfig", "preciousobjects"};
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, sizeof(names) / sizeof(names[0]));
}

#endif
