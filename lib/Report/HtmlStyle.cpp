//===-- HtmlStyle.cpp - the look of the HTML report -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One colour for each class of buffers, the same in all maps. Paper is light.

#include "Html.h"

namespace sc::report {

static constexpr std::string_view kStyleSheet = R"css(
:root { color-scheme: light; --page: #fcfcfb; --ink: #0b0b0b; --soft: #52514e;
  --line: #e1e0d9; --track: #e9e8e2; --bar: #2a78d6; --bad: #c22b2b; --good: #006300;
  --argument: #2a78d6; --result: #eda100; --temporary: #1baf7a; --stack: #eb6834;
  --list: #4a3aa7; --activations: #e87ba4; --window: #008300; --scratch: #e34948;
  --row_pointers: #7a7974; --on-list: #ffffff; }
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --page: #1a1a19; --ink: #ffffff; --soft: #c3c2b7;
    --line: #2c2c2a; --track: #383835; --bar: #3987e5; --bad: #ff8a80; --good: #4cc26b;
    --argument: #3987e5; --result: #c98500; --temporary: #199e70; --stack: #d95926;
    --list: #9085e9; --activations: #d55181; --window: #008300; --scratch: #e66767;
    --row_pointers: #898781; --on-list: #0b0b0b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px; max-width: 1180px; background: var(--page); color: var(--ink);
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 22px; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 17px; margin: 32px 0 4px; }
p { margin: 4px 0; }
.soft, figcaption, summary { color: var(--soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
nav { margin: 12px 0; }
nav a { color: inherit; margin-right: 14px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 8px 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 3px 14px 3px 0; border-bottom: 1px solid var(--line);
  vertical-align: top; overflow-wrap: break-word; }
th { color: var(--soft); font-weight: 600; }
.fit { margin: 10px 0; max-width: 720px; }
.bar { display: flex; height: 12px; border-radius: 4px; background: var(--track); overflow: hidden; }
.bar div { height: 100%; }
.used { background: var(--bar); }
.good b { color: var(--good); }
.bad b { color: var(--bad); }
.bad .used { background: var(--bad); }
figure { margin: 16px 0 24px; break-inside: avoid; }
svg { display: block; max-width: 100%; height: auto; font-size: 12px; }
.legend span { margin-right: 14px; white-space: nowrap; }
.legend i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 5px; }
.argument { fill: var(--argument); background: var(--argument); }
.result { fill: var(--result); background: var(--result); }
.temporary { fill: var(--temporary); background: var(--temporary); }
.stack { fill: var(--stack); background: var(--stack); }
.list { fill: var(--list); background: var(--list); }
.activations { fill: var(--activations); background: var(--activations); }
.window { fill: var(--window); background: var(--window); }
.scratch { fill: var(--scratch); background: var(--scratch); }
.row_pointers { fill: var(--row_pointers); background: var(--row_pointers); }
.b { shape-rendering: crispEdges; }
.l { fill: #0b0b0b; pointer-events: none; white-space: pre; }
.on-list { fill: var(--on-list); }
.on-window { fill: #ffffff; }
.axis { fill: var(--soft); }
.grid { stroke: var(--line); stroke-width: 1; }
.leader { stroke: var(--soft); stroke-width: 1; }
.capacity { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 6 4; }
@media print { body { max-width: none; padding: 0; font-size: 11px; }
  nav, details { display: none; }
  .scroll { overflow: visible; }
  th, td { white-space: normal; }
  tr { break-inside: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)css";

std::string_view getStyleSheet() { return kStyleSheet; }

} // namespace sc::report
