// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Rules

extension ReviewConfiguration {
  /// The settings of the rules.
  package var ruleSettings: RuleSettings {
    RuleSettings(
      rules: rules.mapValues { choice in
        RuleSetting(
          isOn: choice.isOn, severity: choice.severity, included: choice.included, excluded: choice.excluded,
          options: choice.options)
      }, excluded: paths.exclude + paths.generated)
  }
}
