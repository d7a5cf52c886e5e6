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

/// Puts the calling thread, and the threads and processes that it starts, in a Landlock domain of its own: processes outside the domain
/// can no longer be traced, signalled (Landlock 6 and later), or have their environment or memory read, not even by root:
/// the capabilities that would allow it all the same are dropped.
int reviewbot_landlock_isolate(void);

/// A file or folder, and what a process may do with it and all below: read and start programs, or also write.
struct reviewbot_place {
  const char *path;
  int writable;
};

/// As reviewbot_landlock_isolate, and from then on the calling thread and its descendants can open, make, move or remove
/// nothing but what is in the places; they can mount nothing. Places that are not there are left out. They can connect to
/// these TCP ports only, and listen at none (Landlock 4 and later), unless `port_count` is negative.
int reviewbot_landlock_restrict(const struct reviewbot_place places[], size_t count, const uint16_t ports[], int port_count);

/// The flag of a descriptor that only stands for a place: nothing is opened for reading or writing (O_PATH).
extern const int reviewbot_open_path_only;

/// Opens what is at a path below an open directory, and nothing outside it, whatever links there are (openat2 RESOLVE_BENEATH |
/// RESOLVE_NO_MAGICLINKS). Without `follows_links` a link on the way is an error (RESOLVE_NO_SYMLINKS). No program inherits the
/// descriptor. The mode is that of a file which O_CREAT makes.
int reviewbot_open_beneath(int directory, const char *path, int flags, unsigned mode, int follows_links);

/// Copies up to so many bytes from one open file to another, empty one, sharing the blocks where the file system can (FICLONE,
/// copy_file_range).
int reviewbot_copy_contents(int source, int target, uint64_t bytes);

/// Adds up the bytes on the disk and the files, directories and links of a tree that may be changing. No link is followed.
int reviewbot_measure_tree(const char *folder, uint64_t *bytes, uint64_t *files);

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

/// From now on this process has mounts of its own, of which others see nothing (unshare CLONE_NEWNS). Takes root.
int reviewbot_make_private_mounts(void);

/// Puts an empty file system, of which everybody may list the root, over a folder (mount tmpfs).
int reviewbot_cover(const char *folder);

/// Shows the open file or folder, with everything mounted below, at the place of another (mount MS_BIND). It must have been
/// opened after reviewbot_make_private_mounts.
int reviewbot_bind(int source, const char *target);

/// Makes a user namespace that belongs to the id, in which that id and its group are `inside` and no other id is mapped, and in which
/// no other can be made, and mounts it on a file. Takes root, mounts of its own (reviewbot_make_private_mounts) and a single thread.
int reviewbot_make_user_namespace(uint32_t user, uint32_t inside, const char *file);

/// Shows folders on top of each other, read-only, without programs that change their user and without devices (mount overlay).
/// The first of the layers, which are separated by colons, is the topmost.
int reviewbot_stack(const char *layers, const char *target);

/// Becomes the user and the group of that id, without other groups, capabilities, or a way back.
int reviewbot_drop_root(uint32_t user);

/// Gives a folder and all below it to the user and the group of that id. Links are given, not followed; other file systems
/// are left out. No other process may change the tree during the call.
int reviewbot_give_tree(const char *folder, uint32_t user);

/// Lets everybody who gets as far read a folder and all below it, without following links.
int reviewbot_share_tree(const char *folder);

/// Runs a command as the second process of a sandbox whose first process, with its capabilities, the caller is: takes from
/// both what shows the sandbox's mounts, then all capabilities, and from the command the system calls that the filter (an array
/// of struct sock_filter) refuses, and processes and threads beyond `tasks`, unless that is 0. Does not return when it works: it ends with the command's exit status, or with 128 and
/// the number of the signal that ended it, as a shell says it; 127 when the program cannot be started.
/// With `hides`, it does not go on where the mounts cannot be taken away.
int reviewbot_enter_box(const void *filter, size_t length, unsigned tasks, char *const arguments[],
                        char *const environment[], int hides);

/// Whether this process may trace the given one (ptrace): 1 or 0. Tried, and given up at once.
int reviewbot_may_trace(int process);

/// Whether this process could make a user namespace (unshare): 1 or 0. Tried in a child, which then ends.
int reviewbot_may_make_namespaces(void);

/// Makes two sockets that are connected to each other, which no program inherits.
int reviewbot_make_socket_pair(int ends[2]);

/// Sends all of the bytes, at least one, and with the first of them at most four open files.
int reviewbot_send_with_descriptors(int socket, const void *bytes, size_t length, const int descriptors[], size_t count);

/// Receives that many bytes and the open files that came with them, at most four, which no program inherits. Returns 1, or 0
/// when the other side has gone before the first byte.
int reviewbot_receive_with_descriptors(int socket, void *bytes, size_t length, int descriptors[], size_t *count);

/// Accepts a connection, whose descriptor other programs do not inherit (accept4 SOCK_CLOEXEC).
int reviewbot_accept(int listener);

/// Makes a pipe whose ends other programs do not inherit (pipe2 O_CLOEXEC).
int reviewbot_make_pipe(int ends[2]);

/// Starts a program, looked up in PATH where its name has no slash, in a folder (NULL: this one). It gets the first three
/// descriptors as its streams, the fourth as number 3 unless that is negative, inherits no other, starts with no signal blocked or
/// ignored, and where that is wanted leads a session of its own. Returns the process's number.
int reviewbot_spawn(const char *program, char *const arguments[], char *const environment[], const char *folder,
                    const int descriptors[4], int session);

/// Calls the function with the name of each loaded library by which its users asked for it, the loader among them (dl_iterate_phdr).
void reviewbot_each_library(void (*each)(const char *name, void *context), void *context);

/// The numbers of the processors that the calling thread may run on, at most so many. Returns how many there are.
int reviewbot_allowed_processors(int processors[], int count);

/// From now on the calling thread, and the threads and processes that it starts, run on these processors only.
int reviewbot_keep_to_processors(const int processors[], int count);

/// The calling thread's number, unique on the machine (gettid).
int reviewbot_thread_number(void);

/// From now on a thread runs only while nothing else wants the processor (SCHED_IDLE).
int reviewbot_let_thread_stand_back(int thread);

/// Where the bytes of a word occur first; NULL if nowhere (memmem).
const void *reviewbot_find_bytes(const void *text, size_t count, const void *word, size_t word_count);

/// Keeps freed memory in the process, in two arenas; parsing many files is a fifth faster (glibc mallopt).
void reviewbot_keep_freed_memory(void);

#endif
