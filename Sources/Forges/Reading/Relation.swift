// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// What belongs to a repository or a pull request of a forge: the call that reads it, and the failed action for errors.
///
/// Nothing is requested until it is loaded, and of a list only the pages that a loop reaches.
struct Relation<Model: Sendable>: Sendable {
  let call: ForgeCall<Model>
  /// The failed action, such as "cannot read the comments of pull request #7 of acme/shapes".
  let purpose: String
  /// The forge's display name.
  let forge: String
  let service: any ResourceService

  func load() async throws(ForgeError) -> Model {
    do {
      return try await service.load(call)
    } catch {
      throw explained(error)
    }
  }

  /// Loads it; `nil` if it does not exist. GitHub responds with 409 for a repository without commits.
  func loadIfPresent() async throws(ForgeError) -> Model? {
    do throws(LoadingError) {
      return try await service.load(call)
    } catch {
      guard case .rejected(let rejection) = error, [404, 409, 410].contains(rejection.head.status.code) else {
        throw explained(error)
      }
      return nil
    }
  }

  func explained(_ error: LoadingError) -> ForgeError { ForgeError(error, purpose: purpose, forge: forge) }
}

extension Relation where Model: Sequence {
  /// Returns the pages of a list, each loaded when the loop reaches it. More than the limit are an error.
  func pages(limit: Int = 100) -> RelatedPages<Model> { RelatedPages(relation: self, limit: limit) }

  func elements() async throws(ForgeError) -> [Model.Element] {
    var elements: [Model.Element] = []
    for try await page in pages() { elements += page }
    return elements
  }
}

/// The pages of a related list.
struct RelatedPages<Page: Sequence & Sendable>: AsyncSequence {
  typealias Element = Page

  let relation: Relation<Page>
  let limit: Int

  func makeAsyncIterator() -> Iterator {
    Iterator(
      relation: relation, pages: relation.service.pages(of: relation.call, limit: limit).makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    let relation: Relation<Page>
    fileprivate(set) var pages: Pages<ForgeCall<Page>>.Iterator

    mutating func next(isolation actor: isolated (any Actor)?) async throws(ForgeError) -> Page? {
      do {
        return try await pages.next(isolation: actor)
      } catch {
        throw relation.explained(error)
      }
    }
  }
}
