// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSyntax

/// The names of the kinds of nodes in configurations: SwiftSyntax's, in snake case.
enum SyntaxKindNames {
  static func kind(_ name: String) -> SyntaxKind? { kinds[name] }

  static func name(of kind: SyntaxKind) -> String { OptionCoding.snakeCase("\(kind)") }

  /// Returns the name that is most similar to a mistyped one.
  static func nearest(to name: String) -> String? { NearestName.find(for: name, in: kinds.keys) }

  private static let kinds: [String: SyntaxKind] = Dictionary(
    all.map { (name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })

  /// All kinds, because SwiftSyntax does not list them.
  private static let all: [SyntaxKind] = [
    .abiAttributeArguments, .accessorBlock, .accessorDeclList, .accessorDecl, .accessorEffectSpecifiers,
    .accessorParameters, .actorDecl, .arrayElementList, .arrayElement, .arrayExpr, .arrayType, .arrowExpr, .asExpr,
    .assignmentExpr, .associatedTypeDecl, .attributeList, .attribute, .attributedType, .availabilityArgumentList,
    .availabilityArgument, .availabilityCondition, .availabilityLabeledArgument, .awaitExpr,
    .backDeployedAttributeArguments, .binaryOperatorExpr, .booleanLiteralExpr, .borrowExpr, .breakStmt,
    ._canImportExpr, ._canImportVersionInfo, .catchClauseList, .catchClause, .catchItemList, .catchItem, .classDecl,
    .classRestrictionType, .closureCaptureClause, .closureCaptureList, .closureCaptureSpecifier, .closureCapture,
    .closureExpr, .closureParameterClause, .closureParameterList, .closureParameter, .closureShorthandParameterList,
    .closureShorthandParameter, .closureSignature, .codeBlockItemList, .codeBlockItem, .codeBlock,
    .compositionTypeElementList, .compositionTypeElement, .compositionType, .conditionElementList, .conditionElement,
    .conformanceRequirement, .consumeExpr, .continueStmt, .copyExpr, .declModifierDetail, .declModifierList,
    .declModifier, .declNameArgumentList, .declNameArgument, .declNameArguments, .declReferenceExpr, .deferStmt,
    .deinitializerDecl, .deinitializerEffectSpecifiers, .derivativeAttributeArguments, .designatedTypeList,
    .designatedType, .dictionaryElementList, .dictionaryElement, .dictionaryExpr, .dictionaryType,
    .differentiabilityArgumentList, .differentiabilityArgument, .differentiabilityArguments,
    .differentiabilityWithRespectToArgument, .differentiableAttributeArguments, .discardAssignmentExpr, .discardStmt,
    .doStmt, .documentationAttributeArgumentList, .documentationAttributeArgument,
    .dynamicReplacementAttributeArguments, .editorPlaceholderDecl, .editorPlaceholderExpr,
    .effectsAttributeArgumentList, .enumCaseDecl, .enumCaseElementList, .enumCaseElement, .enumCaseParameterClause,
    .enumCaseParameterList, .enumCaseParameter, .enumDecl, .exprList, .expressionPattern, .expressionSegment,
    .expressionStmt, .extensionDecl, .fallThroughStmt, .floatLiteralExpr, .forStmt, .forceUnwrapExpr,
    .functionCallExpr, .functionDecl, .functionEffectSpecifiers, .functionParameterClause, .functionParameterList,
    .functionParameter, .functionSignature, .functionType, .genericArgumentClause, .genericArgumentList,
    .genericArgument, .genericParameterClause, .genericParameterList, .genericParameter, .genericRequirementList,
    .genericRequirement, .genericSpecializationExpr, .genericWhereClause, .guardStmt, .identifierPattern,
    .identifierType, .ifConfigClauseList, .ifConfigClause, .ifConfigDecl, .ifExpr, .implementsAttributeArguments,
    .implicitlyUnwrappedOptionalType, .importDecl, .importPathComponentList, .importPathComponent, .inOutExpr,
    .infixOperatorExpr, .inheritanceClause, .inheritedTypeList, .inheritedType, .initializerClause, .initializerDecl,
    .inlineArrayType, .integerLiteralExpr, .isExpr, .isTypePattern, .keyPathComponentList, .keyPathComponent,
    .keyPathExpr, .keyPathOptionalComponent, .keyPathPropertyComponent, .keyPathSubscriptComponent, .labeledExprList,
    .labeledExpr, .labeledSpecializeArgument, .labeledStmt, .layoutRequirement, .macroDecl, .macroExpansionDecl,
    .macroExpansionExpr, .matchingPatternCondition, .memberAccessExpr, .memberBlockItemList, .memberBlockItem,
    .memberBlock, .memberType, .metatypeType, .missingDecl, .missingExpr, .missingPattern, .missingStmt, .missing,
    .missingType, .moduleSelector, .multipleTrailingClosureElementList, .multipleTrailingClosureElement,
    .namedOpaqueReturnType, .nilLiteralExpr, .nonisolatedSpecifierArgument, .nonisolatedTypeSpecifier,
    .objCSelectorPieceList, .objCSelectorPiece, .operatorDecl, .operatorPrecedenceAndTypes,
    .optionalBindingCondition, .optionalChainingExpr, .optionalType, .originallyDefinedInAttributeArguments,
    .packElementExpr, .packElementType, .packExpansionExpr, .packExpansionType, .patternBindingList, .patternBinding,
    .patternExpr, .platformVersionItemList, .platformVersionItem, .platformVersion, .postfixIfConfigExpr,
    .postfixOperatorExpr, .poundSourceLocationArguments, .poundSourceLocation, .precedenceGroupAssignment,
    .precedenceGroupAssociativity, .precedenceGroupAttributeList, .precedenceGroupDecl, .precedenceGroupNameList,
    .precedenceGroupName, .precedenceGroupRelation, .prefixOperatorExpr, .primaryAssociatedTypeClause,
    .primaryAssociatedTypeList, .primaryAssociatedType, .protocolDecl, .regexLiteralExpr, .repeatStmt, .returnClause,
    .returnStmt, .sameTypeRequirement, .sequenceExpr, .simpleStringLiteralExpr, .simpleStringLiteralSegmentList,
    .simpleTypeSpecifier, .someOrAnyType, .sourceFile, .specializeAttributeArgumentList,
    .specializeAvailabilityArgument, .specializeTargetFunctionArgument, .specializedAttributeArgument,
    .stringLiteralExpr, .stringLiteralSegmentList, .stringSegment, .structDecl, .subscriptCallExpr, .subscriptDecl,
    .superExpr, .suppressedType, .switchCaseItemList, .switchCaseItem, .switchCaseLabel, .switchCaseList,
    .switchCase, .switchDefaultLabel, .switchExpr, .ternaryExpr, .throwStmt, .throwsClause, .tryExpr, .tupleExpr,
    .tuplePatternElementList, .tuplePatternElement, .tuplePattern, .tupleTypeElementList, .tupleTypeElement,
    .tupleType, .typeAliasDecl, .typeAnnotation, .typeEffectSpecifiers, .typeExpr, .typeInitializerClause,
    .typeSpecifierList, .unexpectedCodeDecl, .unexpectedNodes, .unresolvedAsExpr, .unresolvedIsExpr,
    .unresolvedTernaryExpr, .unsafeExpr, .valueBindingPattern, .variableDecl, .versionComponentList,
    .versionComponent, .versionTuple, .whereClause, .whileStmt, .wildcardPattern, .yieldStmt, .yieldedExpressionList,
    .yieldedExpression, .yieldedExpressionsClause,
  ]
}
