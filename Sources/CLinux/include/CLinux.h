// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// Linux calls that the Swift overlays do not offer. Each returns 0 or a positive value, or a negated errno.

#ifndef REVIEWBOT_CLINUX_H
#define REVIEWBOT_CLINUX_H

/// Whether other processes of the same user may read this one's memory and environment (prctl PR_SET_DUMPABLE).
int reviewbot_set_dumpable(int allowed);

/// No program that this process or its children start can gain privileges (prctl PR_SET_NO_NEW_PRIVS).
int reviewbot_set_no_new_privileges(void);

/// Orphans among the descendants become this process's children (prctl PR_SET_CHILD_SUBREAPER).
int reviewbot_become_subreaper(void);

/// The version of Landlock that the kernel offers: 1 or more.
int reviewbot_landlock_version(void);

/// Puts the calling thread, and all that it starts, in a Landlock domain of its own: processes outside the domain
/// can no longer be traced, signalled (Landlock 6 and later), or have their environment or memory read, not even by root:
/// the capabilities that would allow it all the same are dropped.
int reviewbot_landlock_isolate(void);

/// Opens a file for reading by its path below `folder`, following no symbolic link and never leaving the folder (openat2
/// RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS), without waiting on a pipe or device. Returns a descriptor.
int reviewbot_open_beneath(const char *folder, const char *path);

/// Keeps freed memory in the process; parsing many files is a fifth faster (glibc mallopt).
void reviewbot_keep_freed_memory(void);

#endif
