// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// Linux calls that the Swift overlays do not offer. Each returns 0 or a positive value, or a negated errno.

#ifndef REVIEWBOT_CLINUX_H
#define REVIEWBOT_CLINUX_H

#include <stddef.h>
#include <stdint.h>

/// Whether other processes of the same user may read this one's memory and environment (prctl PR_SET_DUMPABLE).
int reviewbot_set_dumpable(int allowed);

/// No program that this process or its children start can gain privileges (prctl PR_SET_NO_NEW_PRIVS).
int reviewbot_set_no_new_privileges(void);

/// Orphans among the descendants become this process's children (prctl PR_SET_CHILD_SUBREAPER).
int reviewbot_become_subreaper(void);

/// Opens a descriptor that becomes readable when the process ends (pidfd_open).
int reviewbot_open_process(int process);

/// The version of Landlock that the kernel offers: 1 or more.
int reviewbot_landlock_version(void);

/// Puts the calling thread, and all that it starts, in a Landlock domain of its own: processes outside the domain
/// can no longer be traced, signalled (Landlock 6 and later), or have their environment or memory read, not even by root:
/// the capabilities that would allow it all the same are dropped.
int reviewbot_landlock_isolate(void);

/// The flag of a descriptor that only stands for a place: nothing is opened for reading or writing (O_PATH).
extern const int reviewbot_open_path_only;

/// Opens what is at a path below an open directory, and nothing outside it, whatever links there are (openat2 RESOLVE_BENEATH |
/// RESOLVE_NO_MAGICLINKS). Without `follows_links` a link on the way is an error (RESOLVE_NO_SYMLINKS). No program inherits the
/// descriptor. The mode is that of a file which O_CREAT makes.
int reviewbot_open_beneath(int directory, const char *path, int flags, unsigned mode, int follows_links);

/// Copies up to so many bytes from one open file to another, empty one, sharing the blocks where the file system can (FICLONE,
/// copy_file_range).
int reviewbot_copy_contents(int source, int target, uint64_t bytes);

/// The kind of the file system that a file or folder is on, as a magic number of linux/magic.h (statfs).
int reviewbot_file_system(const char *path, uint32_t *magic);

/// How many system calls are known by name, on any architecture.
int reviewbot_known_system_calls(void);

/// The name of one of them: `NULL` when there are not so many.
const char *reviewbot_system_call_name(int index);

/// The number of a system call on this architecture, as the headers of the kernel say; -ENOSYS where the architecture does not
/// have it, and -EINVAL for a name that is not known.
int reviewbot_system_call_number(const char *name);

/// How seccomp calls this architecture (AUDIT_ARCH_…): 0 for one that the system calls are not known of.
uint32_t reviewbot_audit_architecture(void);

/// Makes a system call as it is, past the C library. Returns its result or a negated errno.
long reviewbot_system_call(int number, const uint64_t arguments[6]);

/// Whether this process may trace the given one (ptrace): 1 or 0. Tried, and given up at once.
int reviewbot_may_trace(int process);

/// Whether this process could make a user namespace (unshare): 1 or 0. Tried in a child, which then ends.
int reviewbot_may_make_namespaces(void);

/// Accepts a connection, whose descriptor no program that is started meanwhile inherits (accept4 SOCK_CLOEXEC).
int reviewbot_accept(int listener);

/// Makes a pipe whose ends no program inherits that is started meanwhile (pipe2 O_CLOEXEC).
int reviewbot_make_pipe(int ends[2]);

/// Starts a program, looked up in PATH where its name has no slash, in a folder (NULL: this one). It gets the three given
/// descriptors as its streams, inherits no other, and starts with no signal blocked or ignored. Returns the process's number.
int reviewbot_spawn(const char *program, char *const arguments[], char *const environment[], const char *folder,
                    const int streams[3]);

/// The calling thread's number, unique on the machine (gettid).
int reviewbot_thread_number(void);

/// From now on a thread runs only while nothing else wants the processor (SCHED_IDLE).
int reviewbot_let_thread_stand_back(int thread);

/// Keeps freed memory in the process; parsing many files is a fifth faster (glibc mallopt).
void reviewbot_keep_freed_memory(void);

#endif
