// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// One line that a subcommand writes to its parent.
enum ChildMessage<Event: Codable & Sendable, Answer: Codable & Sendable, Failure: Codable & Sendable>: Codable, Sendable
{
  /// Something happened on the way.
  case event(Event)
  /// The last line: it worked.
  case answer(Answer)
  /// The last line: it did not.
  case failure(Failure)
}
