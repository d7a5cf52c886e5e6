// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting

/// A network namespace with only its own loopback interface, like that of a sandbox for code under review.
enum NetworkNamespace {
  /// Runs the command `"$0" "$@"` in such a namespace.
  static let script = """
    exec unshare --map-root-user --net sh -c 'ip link set lo up && exec "$0" "$@"' "$0" "$@"
    """

  /// Whether this machine allows the creation of one.
  static let isAllowed = FinishedCommand.succeeds(["/bin/sh", "-c", script, "true"])
}
