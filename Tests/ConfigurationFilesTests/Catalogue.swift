// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

let catalogue = RuleCatalogue(rules: [
  RuleCatalogue.Rule(
    id: "line_length", summary: "Long.", severity: .warning, isOptIn: false,
    options: [
      RuleCatalogue.Option(name: "limit", summary: "How long.", defaultValue: 120, allowed: 20...1000),
      RuleCatalogue.Option(name: "ignores_urls", summary: "URLs.", defaultValue: true),
    ]),
  RuleCatalogue.Rule(id: "force_try", summary: "Force.", severity: .warning, isOptIn: true),
  RuleCatalogue.Rule(
    id: "todo", summary: "Todo.", severity: .note, isOptIn: false,
    options: [
      RuleCatalogue.Option(name: "words", summary: "Words.", defaultValue: ["TODO"]),
      RuleCatalogue.Option(name: "place", summary: "Place.", defaultValue: "comments", choices: ["comments", "text"]),
    ]),
])
