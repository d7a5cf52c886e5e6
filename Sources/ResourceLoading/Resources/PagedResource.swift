// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A list that a server hands out in pages, each naming the next in a `Link` header with `rel="next"`.
///
/// ``ResourceService/pages(of:limit:)`` walks the pages.
public protocol PagedResource: HTTPResource, DataResource where Model: Sequence {}
