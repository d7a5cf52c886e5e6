// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

extension RuleCatalogue {
  /// What can be set about these rules.
  package init(_ rules: [any RuleKit.Rule.Type]) {
    self.init(rules: rules.map { $0.catalogueEntry })
  }
}

extension Rule {
  package static var catalogueEntry: RuleCatalogue.Rule {
    let defaults = OptionCoding.encode(Options())
    let options = Options.descriptions.map { option in
      guard let value = defaults[option.name] else {
        preconditionFailure("\(description.id) describes an option that it does not have: \(option.name)")
      }
      return RuleCatalogue.Option(
        name: option.name, summary: option.summary, defaultValue: value, allowed: option.allowed,
        choices: option.choices)
    }
    precondition(options.count == defaults.count, "\(description.id) does not describe all of its options")
    return RuleCatalogue.Rule(
      id: description.id, summary: description.summary, severity: description.severity,
      isOptIn: description.isOptIn, options: options)
  }
}
