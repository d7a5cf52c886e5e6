// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension Collection where Element: Sendable {
  /// Runs an operation for each element, some at the same time.
  ///
  /// Operations start in the order of the elements. When the task is cancelled, the running ones are cancelled and no
  /// further one starts.
  ///
  /// - Parameter limit: the number of operations that run at the same time.
  /// - Returns: the results in the order of the elements; after a cancellation, those of the first elements only.
  package func concurrentMap<Value: Sendable>(
    atMost limit: Int, _ operation: @escaping @Sendable (Element) async -> Value
  ) async -> [Value] {
    await withTaskGroup(of: (Int, Value).self) { group in
      var values: [Int: Value] = [:]
      for (index, element) in enumerated() {
        if index >= limit, let (finished, value) = await group.next() { values[finished] = value }
        guard group.addTaskUnlessCancelled(operation: { (index, await operation(element)) }) else { break }
      }
      for await (index, value) in group { values[index] = value }
      return values.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Runs an operation for each element, as ``concurrentMap(atMost:_:)``. The failure of one does not end the others.
  package func concurrentResults<Value: Sendable>(
    atMost limit: Int, _ operation: @escaping @Sendable (Element) async throws -> Value
  ) async -> [Result<Value, any Error>] {
    await concurrentMap(atMost: limit) { element in
      do {
        return .success(try await operation(element))
      } catch {
        return .failure(error)
      }
    }
  }
}
