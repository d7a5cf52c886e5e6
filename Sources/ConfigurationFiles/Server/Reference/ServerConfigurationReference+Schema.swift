// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension ServerConfigurationReference {
  /// A JSON Schema, for editors.
  package var schema: String {
    let name = ServerConfiguration.forgesName
    var properties = SchemaText.properties(ServerConfiguration.keys)
    properties["version"] = .object(["const": .integer(ServerConfiguration.version)])
    var forge = SchemaText.fields(of: SchemaText.object(ServedForge.keys, "A forge whose pull requests are reviewed."))
    forge["required"] = .array(ServedForge.required.map { .text($0) })
    // There is exactly one of the two.
    forge["oneOf"] = .array(["token", "app"].map { .object(["required": .array([.text($0)])]) })
    properties[name] = .object([
      "type": .text("array"), "description": .text(Self.forgesSummary), "items": .object(forge),
      "minItems": .integer(1), "maxItems": .integer(ServerConfiguration.mostForges),
    ])
    for section in ServerConfiguration.sections { properties[section.name] = section.schema }
    return SchemaText.file(
      "reviewbot-server.yml", SchemaText.object(properties, Self.title), required: ["version", name])
  }
}
