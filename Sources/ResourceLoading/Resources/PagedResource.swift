// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A list that a server hands out in pages.
///
/// Each page names the next in a `Link` header with `rel="next"`, or, where there is no `Link` header, gives its number
/// in `X-Next-Page`, as GitLab does. ``ResourceService/pages(of:limit:)`` walks the pages.
public protocol PagedResource: HTTPResource, DataResource where Model: Sequence {}
