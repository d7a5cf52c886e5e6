// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The differences of reviewbot's rules from those of SwiftLint 0.58.
public enum SwiftLintDifferences {
  /// Rules that need the compiler's log. They are documented, but not run.
  public static let analyzerRules = [
    "capture_variable", "explicit_self", "typesafe_array_init", "unused_declaration", "unused_import",
  ]

  /// Rules that find less than in SwiftLint, so that a comment for SwiftLint can be needed where they find nothing.
  static let narrowerRules: Set = ["duplicate_imports", "statement_position"]

  /// Known differences, by identifier, each as one or more sentences.
  public static let differences = [
    "closure_end_indentation": reportedIsCorrected,
    "duplicate_imports": "Imports in different branches of nested `#if` are not duplicates.",
    "explicit_type_interface":
      "With `allow_redundancy`, only the call of a type or of its member shows the type, not every call.",
    "literal_expression_end_indentation":
      "The correction of a bracket after other code or a comment begins a line; SwiftLint's removes what precedes it. "
      + reportedIsCorrected,
    "modifier_order": "A declaration of several names is one finding.",
    "no_magic_numbers": "`allowed_numbers` is an additional option.",
    "non_overridable_class_declaration": "An `open` member is not corrected, because `open final` does not compile.",
    "required_enum_case": "The cases are a list in `.reviewbot.yml`: `cases: [\"Response.failed: error\"]`.",
    "sorted_enum_cases": "Enumerations in other types and extensions are not checked, as in SwiftLint.",
    "sorted_imports":
      "A correction does not move lines with other code, comments over several lines, or attributes on the line before.",
    "statement_position": "The rule looks at the syntax tree, not at the text: strings and comments are never found.",
    "superfluous_disable_command":
      "Comments of reviewbot that disable a rule are checked as well. Comments of SwiftLint that disable "
      + "`duplicate_imports` or `statement_position` are not, because SwiftLint finds more there.",
    "trailing_whitespace":
      "The correction changes no text of strings, and adds no newline at the end of a file; SwiftLint's does both.",
    "type_contents_order":
      "A declaration of several names is one finding. Kinds of equal rank are one text in `.reviewbot.yml`: "
      + "`\"type_alias|associated_type\"`; so in `file_types_order`.",
    "vertical_whitespace": reportedIsCorrected,
    "vertical_whitespace_between_cases":
      "The rule looks at the syntax tree, not at the text: the text of strings is never found, nor changed.",
    "vertical_whitespace_closing_braces": reportedIsCorrected,
    "vertical_whitespace_opening_braces":
      "All findings are corrected; SwiftLint reports those after `in`, and leaves some of them.",
  ]

  private static let reportedIsCorrected =
    "A finding is corrected even if a comment disables the rule for the line before it; SwiftLint reports it as well, "
    + "and does not correct it."
}
