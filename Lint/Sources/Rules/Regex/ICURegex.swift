// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

// The names of the functions are those of Swift 6.3.
#if canImport(_FoundationICU) && compiler(>=6.3)
  import _FoundationICU

  /// An expression of Foundation's ICU, which counts the steps of a search.
  struct ICURegex: RegexEngine {
    // Unchecked: the expression is not changed after its creation. A search has a copy of its own, and ICU counts the
    // copies with atomic operations.
    private final class Compiled: @unchecked Sendable {
      let pointer: OpaquePointer

      init(_ pointer: OpaquePointer) {
        self.pointer = pointer
      }

      deinit { swift_uregex_close(pointer) }
    }

    /// The memory that a search may use for the places to return to, in bytes: ICU's own limit, and as many for each code
    /// unit as an alternative that is repeated for each character needs.
    private static let freeMemory = 8_000_000
    private static let memoryPerUnit = 64

    let groupCount: Int
    private let compiled: Compiled

    init?(_ pattern: String, _ options: RegexOptions) {
      let units = Array(pattern.utf16)
      var flags: UInt32 = 0
      if options.anchorsMatchLines { flags |= UREGEX_MULTILINE.rawValue }
      if options.dotMatchesLineBreaks { flags |= UREGEX_DOTALL.rawValue }
      var status = U_ZERO_ERROR
      guard let pointer = swift_uregex_open(units, Int32(units.count), flags, nil, &status) else { return nil }
      compiled = Compiled(pointer)
      groupCount = Int(swift_uregex_groupCount(pointer, &status))
      guard status.isSuccess else { return nil }
    }

    func search(
      _ text: RegexText, _ budget: RegexBudget, _ body: (_ range: (_ group: Int) -> Range<Int>?) -> Bool
    ) -> RegexStop? {
      var status = U_ZERO_ERROR
      guard let search = swift_uregex_clone(compiled.pointer, &status), status.isSuccess else { return .memory }
      defer {
        swift_uregex_close(search)
        budget.endSearch()
      }
      let memory = min(Self.freeMemory + Self.memoryPerUnit * text.count, Int(Int32.max))
      swift_uregex_setStackLimit(search, Int32(memory), &status)
      var state = State(budget: Unmanaged.passUnretained(budget))
      return withUnsafeMutablePointer(to: &state) { state in
        swift_uregex_setMatchCallback(search, { state, _ in State.at(state).pointee.spendStep() }, state, &status)
        swift_uregex_setFindProgressCallback(
          search, { state, _ in State.at(state).pointee.spendPosition() }, state, &status)
        return text.units.withUnsafeBufferPointer { units in
          swift_uregex_setText(search, units.baseAddress, Int32(text.count), &status)
          while status.isSuccess, swift_uregex_findNext(search, &status) != 0 {
            let goesOn = body { group in
              var status = U_ZERO_ERROR
              let start = swift_uregex_start(search, Int32(group), &status)
              let end = swift_uregex_end(search, Int32(group), &status)
              return status.isSuccess && start >= 0 ? Int(start)..<Int(end) : nil
            }
            if !goesOn { return nil }
          }
          return status.isSuccess ? nil : budget.stop ?? .memory
        }
      }
    }

    /// The state of a search, which ICU passes to its callbacks. They run for each code unit of a text.
    private struct State {
      let budget: Unmanaged<RegexBudget>
      /// Until the time is read.
      private var positions = RegexBudget.positionsPerReading

      init(budget: Unmanaged<RegexBudget>) {
        self.budget = budget
      }

      static func at(_ address: UnsafeRawPointer?) -> UnsafeMutablePointer<State> {
        guard let address = UnsafeMutableRawPointer(mutating: address) else {
          preconditionFailure("ICU lost the state")
        }
        return address.assumingMemoryBound(to: State.self)
      }

      mutating func spendStep() -> Int8 {
        budget._withUnsafeGuaranteedRef { $0.spendStep() } ? 1 : 0
      }

      mutating func spendPosition() -> Int8 {
        positions -= 1
        guard positions == 0 else { return 1 }
        positions = RegexBudget.positionsPerReading
        return budget._withUnsafeGuaranteedRef { $0.spendReading() } ? 1 : 0
      }
    }
  }

  extension UErrorCode {
    /// Warnings are negative.
    fileprivate var isSuccess: Bool { rawValue <= U_ZERO_ERROR.rawValue }
  }
#endif
