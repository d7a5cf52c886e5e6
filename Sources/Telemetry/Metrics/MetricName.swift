// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The names that Prometheus takes for metrics and labels.
enum MetricName {
  /// A metric's name: letters, digits, `_` and `:`, no digit first. Everything else becomes `_`.
  static func make(_ name: String) -> String { valid(name, isAllowed: { $0 == ":" }) }

  /// A label's name: as a metric's, without `:`. Those that begin with two underscores are Prometheus's own.
  static func label(_ name: String) -> String {
    let name = valid(name, isAllowed: { _ in false })
    return name.hasPrefix("__") ? "label" + name : name
  }

  private static func valid(_ name: String, isAllowed: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "_": text.unicodeScalars.append(scalar)
      case "0"..."9":
        if text.isEmpty { text = "_" }
        text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append(isAllowed(scalar) ? scalar : "_")
      }
    }
    return text.isEmpty ? "_" : text
  }
}
