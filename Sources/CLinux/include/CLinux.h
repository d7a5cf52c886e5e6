// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors
//
// Linux calls that the Swift overlays do not provide. Each returns 0 or a positive value, or a negated errno.

#ifndef REVIEWBOT_CLINUX_H
#define REVIEWBOT_CLINUX_H

#include <stddef.h>
#include <stdint.h>

/// Sets the name of this process in lists of processes, which is truncated at 15 bytes (prctl PR_SET_NAME).
void reviewbot_name_process(const char *name);

/// Returns the first occurrence of a word in bytes, or NULL (memmem).
const void *reviewbot_find(const void *bytes, size_t count, const void *word, size_t word_count);

/// Sets whether other processes of the same user can read this process's memory and environment (prctl PR_SET_DUMPABLE).
int reviewbot_set_dumpable(int allowed);

/// Prevents programs that this process or its children start from gaining privileges (prctl PR_SET_NO_NEW_PRIVS).
int reviewbot_set_no_new_privileges(void);

/// Makes orphaned descendants children of this process (prctl PR_SET_CHILD_SUBREAPER).
int reviewbot_become_subreaper(void);

/// Opens a descriptor that becomes readable when the process ends (pidfd_open).
int reviewbot_open_process(int process);

/// Returns the version of Landlock that the kernel supports: 1 or more.
int reviewbot_landlock_version(void);

/// Moves the calling thread, and the threads and processes that it starts, to a new Landlock domain. They can no longer trace or signal
/// (Landlock 6 and later) processes outside the domain, or read their environment or memory, not even as root: the capabilities
/// that would still permit it are dropped.
int reviewbot_landlock_isolate(void);

/// A file or folder, and the access to it and everything below it: reading and starting programs, or also writing.
struct reviewbot_place {
  const char *path;
  int writable;
};

/// Does the same as reviewbot_landlock_isolate, and also restricts the calling thread and its descendants: they can open, create, move
/// or remove files only in the places, and cannot mount anything. Missing and inaccessible places are ignored. Unless `port_count` is
/// negative, they can connect only to these TCP ports, and cannot listen on any (Landlock 4 and later).
int reviewbot_landlock_restrict(const struct reviewbot_place places[], size_t count, const uint16_t ports[], int port_count);

/// The flag of a descriptor that only identifies a location, and is not opened for reading or writing (O_PATH).
extern const int reviewbot_open_path_only;

/// Opens a path below an open directory; links cannot lead outside of it (openat2 RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS). Without
/// `follows_links` a link in the path is an error (RESOLVE_NO_SYMLINKS). Programs do not inherit the descriptor. `mode` is the mode of
/// a file that O_CREAT creates.
int reviewbot_open_beneath(int directory, const char *path, int flags, unsigned mode, int follows_links);

/// Copies the contents of an open file to an empty one: all blocks are shared if the file system supports it (FICLONE), otherwise at
/// most `bytes` bytes are copied (copy_file_range, read).
int reviewbot_copy_contents(int source, int target, uint64_t bytes);

/// Adds the bytes on the disk, and the number of files, directories and links, of a tree that may be changing. Follows no links.
int reviewbot_measure_tree(const char *folder, uint64_t *bytes, uint64_t *files);

/// Determines the type of the file system of a file or folder, as a magic number of linux/magic.h (statfs).
int reviewbot_file_system(const char *path, uint32_t *magic);

/// Returns the number of system calls that are known by name, on any architecture.
int reviewbot_known_system_calls(void);

/// Returns the name of the system call at an index, or `NULL` beyond the last one.
const char *reviewbot_system_call_name(int index);

/// Returns the number of a system call on this architecture according to the kernel headers; -ENOSYS if the architecture does not
/// have it, and -EINVAL for an unknown name.
int reviewbot_system_call_number(const char *name);

/// Returns seccomp's identifier of this architecture (AUDIT_ARCH_…), or 0 if its system calls are not known.
uint32_t reviewbot_audit_architecture(void);

/// Makes a system call directly, without the wrapper of the C library. Returns its result or a negated errno.
long reviewbot_system_call(int number, const uint64_t arguments[6]);

/// Gives this process its own mounts, which are not visible to other processes (unshare CLONE_NEWNS). Requires root.
int reviewbot_make_private_mounts(void);

/// Mounts an empty file system over a folder (mount tmpfs). All users can list its root.
int reviewbot_cover(const char *folder);

/// Mounts an open file or folder, with everything mounted below it, over another one (mount MS_BIND). It must have been opened
/// after reviewbot_make_private_mounts.
int reviewbot_bind(int source, const char *target);

/// Creates a user namespace that belongs to `user`, and mounts it on a file. In it, this user and its group have the id `inside`, no other
/// id is mapped, and no further user namespace can be created. Requires root, private mounts (reviewbot_make_private_mounts) and a
/// single thread.
int reviewbot_make_user_namespace(uint32_t user, uint32_t inside, const char *file);

/// Mounts a read-only overlay of folders, without set-user-ID programs and devices (mount overlay). The first of the layers, which
/// are separated by colons, is the topmost.
int reviewbot_stack(const char *layers, const char *target);

/// Changes to the user and the group with this id irrevocably, without other groups and capabilities.
int reviewbot_drop_root(uint32_t user);

/// Changes the owner of a folder and everything below it to the user and the group with this id. Links are changed, not followed;
/// other file systems are skipped. No other process may change the tree during the call.
int reviewbot_give_tree(const char *folder, uint32_t user);

/// Makes a folder and everything below it readable for all users who can access its parent, without following links.
int reviewbot_share_tree(const char *folder);

/// Runs a command as the second process of a sandbox. The caller must be the first process, with its capabilities. Hides the sandbox's
/// mounts from both, then drops all their capabilities. The command is also denied the system calls that the filter (an array of struct
/// sock_filter) refuses, and more than `tasks` processes and threads, unless that is 0. Does not return on success: exits with the
/// command's exit status, with 128 plus the number of the signal that ended it, as shells do, or with 127 if the program cannot be
/// started. With `hides`, fails if the mounts cannot be hidden.
int reviewbot_enter_box(const void *filter, size_t length, unsigned tasks, char *const arguments[],
                        char *const environment[], int hides);

/// Returns whether this process can trace the given one (ptrace): 1 or 0. Attaches to it, and detaches immediately.
int reviewbot_may_trace(int process);

/// Returns whether this process can create a user namespace (unshare): 1 or 0. Tries it in a child, which then ends.
int reviewbot_may_make_namespaces(void);

/// Creates two connected sockets, which programs do not inherit.
int reviewbot_make_socket_pair(int ends[2]);

/// Sends all bytes, at least one, and at most four open files with the first of them.
int reviewbot_send_with_descriptors(int socket, const void *bytes, size_t length, const int descriptors[], size_t count);

/// Receives `length` bytes and the open files that were sent with them, at most four, which programs do not inherit. Returns 1, or 0
/// if the other side has closed the connection before the first byte.
int reviewbot_receive_with_descriptors(int socket, void *bytes, size_t length, int descriptors[], size_t *count);

/// Accepts a connection, whose descriptor other programs do not inherit (accept4 SOCK_CLOEXEC).
int reviewbot_accept(int listener);

/// Creates a pipe whose ends other programs do not inherit (pipe2 O_CLOEXEC).
int reviewbot_make_pipe(int ends[2]);

/// Starts a program, which is searched in PATH if its name has no slash, in a folder (NULL: the current one). The first three
/// descriptors are its standard streams, the fourth is its descriptor 3 unless negative; it inherits no others, starts with no
/// signal blocked or ignored, and leads a new session if `session` is not 0. Returns the process id.
int reviewbot_spawn(const char *program, char *const arguments[], char *const environment[], const char *folder,
                    const int descriptors[4], int session);

/// Calls the function with the path of each loaded library as it was requested, including the loader (dl_iterate_phdr).
void reviewbot_each_library(void (*each)(const char *name, void *context), void *context);

/// Stores the numbers of the processors on which the calling thread can run, at most `count`. Returns their number.
int reviewbot_allowed_processors(int processors[], int count);

/// Restricts the calling thread, and the threads and processes that it starts, to these processors.
int reviewbot_keep_to_processors(const int processors[], int count);

/// Keeps freed memory in the process, in an arena for each processor and one more, at most 8. This makes parsing many files a fifth
/// faster (glibc mallopt).
void reviewbot_keep_freed_memory(void);

/// Maps the zeroed data of the program, of which the runtime keeps a cell for each type, at once: otherwise each page is mapped
/// when it is read, and again when it is written, which stops the other threads. 3 MB.
void reviewbot_map_zeroed_data(void);

/// Loads a shared library by its name, which stays loaded, and looks up its functions.
///
/// Returns 0, or -1 with the dynamic linker's reason and the addresses unchanged.
int reviewbot_load_functions(
    const char *library, const char *const names[], void *addresses[], size_t count, char *reason, size_t reason_length);

#endif
