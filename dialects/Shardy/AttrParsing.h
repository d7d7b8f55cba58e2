// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces that the parsers and printers of the `sdy` attributes share.

#ifndef SC_DIALECTS_SHARDY_ATTRPARSING_H
#define SC_DIALECTS_SHARDY_ATTRPARSING_H

#include "dialects/Shardy/Shardy.h"

namespace sc::sdy {

/// Parses `delimiter element, ... delimiter` with one attribute per element.
template <typename AttrT>
mlir::FailureOr<llvm::SmallVector<AttrT>>
parseList(mlir::AsmParser &parser, mlir::AsmParser::Delimiter delimiter,
          llvm::function_ref<AttrT(mlir::AsmParser &)> parseElement) {
  llvm::SmallVector<AttrT> elements;
  auto parseOne = [&]() -> mlir::ParseResult {
    AttrT element = parseElement(parser);
    if (!element)
      return mlir::failure();
    elements.push_back(element);
    return mlir::success();
  };
  if (parser.parseCommaSeparatedList(delimiter, parseOne))
    return mlir::failure();
  return elements;
}

/// Parses `<` body `>`.
template <typename AttrT>
mlir::Attribute
parseInAngles(mlir::AsmParser &parser,
              llvm::function_ref<AttrT(mlir::AsmParser &)> parseBody) {
  if (parser.parseLess())
    return {};
  AttrT attr = parseBody(parser);
  if (!attr || parser.parseGreater())
    return {};
  return attr;
}

/// `"x"` or `"x":(1)2`; null after a diagnostic.
AxisRefAttr parseAxisRef(mlir::AsmParser &parser);
void printAxisRef(mlir::AsmPrinter &printer, AxisRefAttr axis);

} // namespace sc::sdy

#endif // SC_DIALECTS_SHARDY_ATTRPARSING_H
