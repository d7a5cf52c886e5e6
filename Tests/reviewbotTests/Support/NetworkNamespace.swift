// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting

/// A place without a network, but for a loopback interface of its own: what a sandbox gives the code under review.
enum NetworkNamespace {
  /// Runs what is started as `"$0" "$@"` in such a place.
  static let script = """
    exec unshare --map-root-user --net sh -c 'ip link set lo up && exec "$0" "$@"' "$0" "$@"
    """

  /// Whether this machine lets us make one.
  static let isAllowed = FinishedCommand.succeeds(["/bin/sh", "-c", script, "true"])
}
