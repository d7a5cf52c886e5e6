// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Finds runs of added tokens that were removed elsewhere: the longest first, each removed token used once.
///
/// The result is deterministic, and the running time is bounded: the search in repetitive text is limited.
struct MoveMatcher {
  /// The minimum length of a run; shorter ones match by chance.
  static let fewestTokens = 20
  /// The maximum number of places with the same tokens that are tried.
  private static let candidateLimit = 8
  /// The maximum number of tokens that are examined to choose between overlapping runs.
  private static let workLimit = 40_000_000

  /// A run of equal tokens in both sequences.
  private struct Match: Hashable {
    let added: Int
    let removed: Int
    let count: Int
  }

  private let added: TokenSequence
  private let removed: TokenSequence
  private let addedHash: PrefixHash
  private let removedHash: PrefixHash

  init(added: TokenSequence, removed: TokenSequence) {
    self.added = added
    self.removed = removed
    addedHash = PrefixHash(added.numbers)
    removedHash = PrefixHash(removed.numbers)
  }

  /// Returns for each added token the index of the removed token that it was; `nil` for tokens that were not moved.
  func origins() -> [Int?] {
    var origins = [Int?](repeating: nil, count: added.numbers.count)
    var isUsed = [Bool](repeating: false, count: removed.numbers.count)
    let matches = matches()
    let longest = matches.map(\.count).max() ?? 0
    var byLength = [[Match]](repeating: [], count: longest + 1)
    for match in matches { byLength[match.count].append(match) }
    var work = 0
    for length in stride(from: longest, through: Self.fewestTokens, by: -1) {
      let sorted = byLength[length].sorted { ($0.added, $0.removed) < ($1.added, $1.removed) }
      byLength[length] = []
      for match in sorted {
        work += match.count
        guard work <= Self.workLimit else { return origins }
        let free = freeStretches(of: match, origins, isUsed)
        if free == [match] {
          for offset in 0..<match.count {
            origins[match.added + offset] = match.removed + offset
            isUsed[match.removed + offset] = true
          }
        } else {
          // The remaining parts are queued among the shorter runs.
          for stretch in free { byLength[stretch.count].append(stretch) }
        }
      }
    }
    return origins
  }

  /// Returns the parts of a match that no longer match has taken, if they are long enough.
  private func freeStretches(of match: Match, _ origins: [Int?], _ isUsed: [Bool]) -> [Match] {
    var stretches: [Match] = []
    var start = 0
    func end(at offset: Int) {
      let stretch = Match(added: match.added + start, removed: match.removed + start, count: offset - start)
      if isLongEnough(stretch) { stretches.append(stretch) }
    }
    for offset in 0..<match.count {
      let (one, other) = (match.added + offset, match.removed + offset)
      // Equal hashes are not proof of equality.
      guard origins[one] != nil || isUsed[other] || added.numbers[one] != removed.numbers[other] else { continue }
      end(at: offset)
      start = offset + 1
    }
    end(at: match.count)
    return stretches
  }

  private func isLongEnough(_ match: Match) -> Bool {
    guard match.count >= Self.fewestTokens else { return false }
    return added.places[match.added].line != added.places[match.added + match.count - 1].line
  }

  /// Returns all maximal matches.
  private func matches() -> Set<Match> {
    let index = removedWindows()
    var matches: Set<Match> = []
    var tokens = 0
    for end in added.numbers.indices {
      tokens = added.numbers[end] < 0 ? 0 : tokens + 1
      guard tokens >= Self.fewestTokens else { continue }
      let start = end + 1 - Self.fewestTokens
      guard let first = index.first[addedHash.hash(from: start, count: Self.fewestTokens)] else { continue }
      var candidate = Int(first)
      for _ in 0..<Self.candidateLimit where candidate >= 0 {
        let match = extended(from: start, candidate)
        if isLongEnough(match) { matches.insert(match) }
        candidate = Int(index.next[candidate])
      }
    }
    return matches
  }

  /// Returns the starts of runs of the minimum length among the removed tokens: the first by hash, and the next with
  /// the same hash; negative after the last.
  private func removedWindows() -> (first: [UInt64: Int32], next: [Int32]) {
    var first: [UInt64: Int32] = [:]
    var next = [Int32](repeating: -1, count: removed.numbers.count)
    var tokens = 0
    for start in removed.numbers.indices.reversed() {
      tokens = removed.numbers[start] < 0 ? 0 : tokens + 1
      guard tokens >= Self.fewestTokens else { continue }
      let hash = removedHash.hash(from: start, count: Self.fewestTokens)
      next[start] = first.updateValue(Int32(start), forKey: hash) ?? -1
    }
    return (first, next)
  }

  private func extended(from one: Int, _ other: Int) -> Match {
    let back = longest(upTo: min(one, other)) { count in
      addedHash.hash(from: one - count, count: count) == removedHash.hash(from: other - count, count: count)
    }
    let forth = longest(upTo: min(added.numbers.count - one, removed.numbers.count - other)) { count in
      addedHash.hash(from: one, count: count) == removedHash.hash(from: other, count: count)
    }
    return Match(added: one - back, removed: other - back, count: back + forth)
  }

  /// Returns the largest count that satisfies a monotonic condition: one that also holds for all smaller counts.
  private func longest(upTo limit: Int, _ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, limit)
    while low < high {
      let middle = (low + high + 1) / 2
      if condition(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

/// Hashes any run of a sequence in constant time (a polynomial modulo 2⁶¹ − 1).
///
/// Two runs with the same hash are most probably equal; callers that need certainty compare them.
struct PrefixHash {
  private static let modulus: UInt64 = 1 << 61 - 1
  private static let base: UInt64 = 0x1f3a_94c1_77d2_0b65

  private let prefixes: [UInt64]
  private let powers: [UInt64]

  init(_ numbers: [Int32]) {
    var prefixes: [UInt64] = [0]
    var powers: [UInt64] = [1]
    prefixes.reserveCapacity(numbers.count + 1)
    powers.reserveCapacity(numbers.count + 1)
    for (index, number) in numbers.enumerated() {
      let next = Self.product(prefixes[index], Self.base) + UInt64(UInt32(bitPattern: number)) + 1
      prefixes.append(next % Self.modulus)
      powers.append(Self.product(powers[index], Self.base))
    }
    self.prefixes = prefixes
    self.powers = powers
  }

  func hash(from start: Int, count: Int) -> UInt64 {
    let before = Self.product(prefixes[start], powers[count])
    let difference = prefixes[start + count] + Self.modulus - before
    return difference >= Self.modulus ? difference - Self.modulus : difference
  }

  private static func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (high, low) = one.multipliedFullWidth(by: other)
    let sum = (low & modulus) + (high << 3 | low >> 61)
    return sum >= modulus ? sum - modulus : sum
  }
}
