// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The source file that each target with mutants gets: it says which mutant is active, and records the reached ones.
package enum MutationSwitch {
  /// The name of the file.
  package static let fileName = "__ReviewbotMutants.swift"
  /// The environment variable with the number of the active mutant. With -1 the first reached one ends the process,
  /// which shows that the tests run the rewritten code.
  package static let activeVariable = "REVIEWBOT_MUTANT"
  /// The environment variable with the path of a file that has one byte for each number and one more, all zero. The
  /// byte of a reached mutant becomes 1: of each, or only of the active one if there is one. Processes of one run share
  /// the file.
  package static let reachVariable = "REVIEWBOT_MUTANT_REACH"

  static func call(_ number: Int) -> String { "__reviewbotMutant(\(number))" }

  /// Compiles in the Swift 5 and Swift 6 language modes.
  package static let source = """
    #if canImport(Darwin)
      import Darwin
    #elseif canImport(Musl)
      import Musl
    #else
      import Glibc
    #endif

    private let active: Int = getenv("\(activeVariable)").map { strtol($0, nil, 10) } ?? 0

    // Addresses are integers because pointers are not Sendable.
    private let reach: (address: UInt, count: Int) = {
      guard let path = getenv("\(reachVariable)") else { return (0, 0) }
      let descriptor = open(path, O_RDWR)
      guard descriptor >= 0 else { return (0, 0) }
      defer { close(descriptor) }
      let end = lseek(descriptor, 0, SEEK_END)
      guard end > 0, let map = mmap(nil, Int(end), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), map != MAP_FAILED
      else { return (0, 0) }
      return (UInt(bitPattern: map), Int(end))
    }()

    private let lock: UInt = {
      let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      pthread_mutex_init(lock, nil)
      return UInt(bitPattern: lock)
    }()

    private func record(_ number: Int) {
      guard number < reach.count, let bytes = UnsafeMutablePointer<UInt8>(bitPattern: reach.address),
        let lock = UnsafeMutablePointer<pthread_mutex_t>(bitPattern: lock)
      else { return }
      pthread_mutex_lock(lock)
      bytes[number] = 1
      pthread_mutex_unlock(lock)
    }

    @usableFromInline @inline(never) internal func __reviewbotMutant(_ number: Int) -> Bool {
      if active == 0 {
        if reach.count > 0 { record(number) }
        return false
      }
      if active < 0 { abort() }
      guard number == active else { return false }
      if reach.count > 0 { record(number) }
      return true
    }

    """
}
