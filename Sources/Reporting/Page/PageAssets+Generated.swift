// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

// Written by `reviewbot-dev generate` from the files in Assets; do not edit.

enum PageAssets {
  static let style = #"""
    :root {
    color-scheme: light dark;
    --page: light-dark(#f6f7f9, #0d1117);
    --card: light-dark(#ffffff, #151b23);
    --sunk: light-dark(#f0f2f5, #10161d);
    --line: light-dark(#dde1e7, #2b3440);
    --line-soft: light-dark(#e9ecf0, #212934);
    --text: light-dark(#1b212b, #e4e9f0);
    --soft: light-dark(#545e6d, #9aa6b5);
    --accent: light-dark(#4149c8, #a5adff);
    --accent-soft: light-dark(#e9eaff, #262b52);
    --good: light-dark(#13713a, #56d07f);
    --good-soft: light-dark(#e0f5e7, #12301d);
    --bad: light-dark(#b9202c, #ff8a84);
    --bad-soft: light-dark(#fde8e8, #3c191b);
    --warn: light-dark(#855300, #e8b34b);
    --warn-soft: light-dark(#fdf1d3, #352a10);
    --bar-good: light-dark(#2da44e, #3fb95f);
    --bar-bad: light-dark(#dc3b44, #f0605b);
    --bar-warn: light-dark(#d9a014, #d8a32e);
    --add: light-dark(#eefaf2, #11231a);
    --add-strong: light-dark(#b5ebc5, #1d5231);
    --del: light-dark(#feeeee, #2d1719);
    --del-strong: light-dark(#ffcac8, #6b2527);
    --shadow: 0 1px 2px light-dark(#1b212b14, #00000066), 0 4px 16px light-dark(#1b212b0a, #0000003d);
    --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", sans-serif;
    --top: 57px;
    }
    :root[data-theme="light"] { color-scheme: light; }
    :root[data-theme="dark"] { color-scheme: dark; }
    *, *::before, *::after { box-sizing: border-box; }
    html { scroll-padding-top: calc(var(--top) + 56px); -webkit-text-size-adjust: 100%; }
    body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.55 var(--sans); }
    a { color: var(--accent); text-decoration: none; }
    a:hover { text-decoration: underline; }
    p a, li a.in { text-decoration: underline; text-underline-offset: 2px; }
    h1, h2, h3, p, ul, dl, dd, figure { margin: 0; padding: 0; }
    ul { list-style: none; }
    code, pre, .mono { font-family: var(--mono); font-size: 12.5px; font-variant-ligatures: none; }
    button, input { font: inherit; color: inherit; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
    .vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .skip { position: absolute; left: 8px; top: -60px; z-index: 9; padding: 8px 14px; background: var(--card);
    border-radius: 8px; }
    .skip:focus { top: 8px; }
    .soft { color: var(--soft); }
    .good { color: var(--good); }
    .bad { color: var(--bad); }
    .warn { color: var(--warn); }
    .top { position: sticky; top: 0; z-index: 5; height: var(--top); display: flex; align-items: center; gap: 12px;
    padding: 0 20px; background: color-mix(in srgb, var(--card) 92%, transparent);
    border-bottom: 1px solid var(--line); backdrop-filter: blur(10px); }
    .brand { display: flex; align-items: center; gap: 9px; font-weight: 650; letter-spacing: -0.01em; flex: none; }
    .brand svg { width: 22px; height: 22px; color: var(--accent); display: block; }
    .where { min-width: 0; flex: 1; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
    .where a { font-weight: 600; text-decoration: underline; text-underline-offset: 3px; }
    .where .repo { color: var(--soft); }
    .pill { flex: none; display: inline-flex; align-items: center; gap: 6px; padding: 3px 11px; border-radius: 99px;
    font-weight: 600; font-size: 13px; white-space: nowrap; background: var(--sunk); }
    .pill.good { background: var(--good-soft); }
    .pill.bad { background: var(--bad-soft); }
    .pill.warn { background: var(--warn-soft); }
    .tools { display: flex; align-items: center; gap: 6px; flex: none; }
    .tool { height: 32px; min-width: 32px; padding: 0 10px; border: 1px solid var(--line); border-radius: 8px;
    background: var(--card); cursor: pointer; display: inline-flex; align-items: center; justify-content: center;
    gap: 6px; font-size: 13px; }
    .tool:hover { border-color: var(--soft); }
    .tool svg { width: 16px; height: 16px; display: block; }
    .tool[aria-pressed="true"] { background: var(--accent-soft); border-color: var(--accent); color: var(--accent);
    font-weight: 600; }
    .pair { display: inline-flex; }
    .pair .tool { border-radius: 0; margin-left: -1px; }
    .pair .tool:first-child { border-radius: 8px 0 0 8px; margin-left: 0; }
    .pair .tool:last-child { border-radius: 0 8px 8px 0; }
    .pair .tool[aria-pressed="true"] { position: relative; z-index: 1; }
    .find { position: relative; width: 230px; }
    .find input { width: 100%; height: 32px; padding: 0 30px 0 32px; border: 1px solid var(--line); border-radius: 8px;
    background: var(--sunk); }
    .find input::placeholder { color: var(--soft); opacity: 1; }
    .find svg { position: absolute; left: 10px; top: 8px; width: 16px; height: 16px; color: var(--soft); }
    kbd { font: 11px/1 var(--mono); padding: 3px 6px; border: 1px solid var(--line); border-bottom-width: 2px;
    border-radius: 5px; background: var(--card); color: var(--soft); }
    .find kbd { position: absolute; right: 7px; top: 6px; }
    .find output { position: absolute; right: 8px; top: 6px; font-size: 12px; color: var(--soft); background: var(--sunk);
    padding: 0 2px; }
    .layout { display: grid; grid-template-columns: 292px minmax(0, 1fr); align-items: start; }
    main { padding: 22px 28px 80px; min-width: 0; max-width: 1480px; }
    .block { margin-top: 26px; }
    .block > h2, .files > h2 { font-size: 16px; font-weight: 650; letter-spacing: -0.01em; margin-bottom: 10px;
    display: flex; align-items: baseline; gap: 8px; }
    .count { font-size: 12px; font-weight: 600; padding: 1px 8px; border-radius: 99px; background: var(--line-soft);
    color: var(--soft); }
    .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); }
    footer { padding: 18px 28px 40px; color: var(--soft); font-size: 12.5px; border-top: 1px solid var(--line);
    display: flex; gap: 6px 18px; flex-wrap: wrap; }
    dialog { border: 1px solid var(--line); border-radius: 14px; background: var(--card); color: var(--text);
    padding: 22px 26px; max-width: 460px; width: calc(100% - 32px); box-shadow: 0 20px 60px #0006; }
    dialog::backdrop { background: #0007; }
    dialog h2 { font-size: 16px; margin-bottom: 12px; }
    dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 9px 16px; align-items: baseline; }
    dialog dt { text-align: right; white-space: nowrap; }
    dialog .tool { margin-top: 18px; }
    @media (max-width: 1100px) {
    .brand b, .pill.top-verdict { display: none; }
    .find { width: 170px; }
    }
    @media (max-width: 860px) {
    .layout { display: block; }
    .top { padding: 0 12px; gap: 8px; }
    .brand b, .pill.top-verdict, .tool.help { display: none; }
    main { padding: 14px 12px 60px; }
    footer { padding: 16px 14px 30px; }
    }
    @media (max-width: 620px) {
    :root { --top: 97px; }
    .top { flex-wrap: wrap; align-content: center; row-gap: 8px; }
    .where { flex: 1 1 60%; }
    .tools { width: 100%; }
    .find { flex: 1; width: auto; min-width: 0; }
    .find kbd { display: none; }
    .pair .tool { padding: 0 8px; }
    }
    @media (prefers-reduced-motion: no-preference) {
    .tool, .bar rect { transition: border-color 0.15s, background 0.15s; }
    }
    @media print {
    :root { color-scheme: light; --shadow: none; --page: #fff; }
    .top { position: static; }
    .tools, .tree, .skip, .jump, .fold { display: none !important; }
    .layout { display: block; }
    main { padding: 0; max-width: none; }
    .card, .file { break-inside: auto; }
    .file-head { position: static !important; break-after: avoid; }
    tr, .item { break-inside: avoid; }
    * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }
    .hero { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 20px; align-items: center;
    padding: 22px 24px; position: relative; overflow: hidden; }
    .hero::before { content: ""; position: absolute; inset: 0 auto 0 0; width: 5px; background: var(--soft); }
    .hero.good::before { background: var(--bar-good); }
    .hero.bad::before { background: var(--bar-bad); }
    .hero.warn::before { background: var(--bar-warn); }
    .hero { color: var(--text); }
    .hero .mark { width: 52px; height: 52px; border-radius: 50%; display: grid; place-items: center;
    background: var(--sunk); color: var(--soft); }
    .hero.good .mark { background: var(--good-soft); color: var(--good); }
    .hero.bad .mark { background: var(--bad-soft); color: var(--bad); }
    .hero.warn .mark { background: var(--warn-soft); color: var(--warn); }
    .hero .mark svg { width: 26px; height: 26px; }
    .hero h1 { font-size: 25px; line-height: 1.2; letter-spacing: -0.02em; font-weight: 680; }
    .hero h1::first-letter { text-transform: uppercase; }
    .hero .step { margin-top: 4px; font-size: 15px; }
    .hero .reasons { margin-top: 8px; color: var(--soft); }
    .hero .reasons li { padding-left: 14px; position: relative; overflow-wrap: anywhere; }
    .hero .reasons li::before { content: "·"; position: absolute; left: 3px; font-weight: 800; }
    .donut { display: grid; place-items: center; position: relative; width: 104px; height: 104px; }
    .donut svg { width: 104px; height: 104px; transform: rotate(-90deg); }
    .donut circle { fill: none; stroke-width: 9; }
    .donut .track { stroke: var(--line-soft); }
    .donut .c { stroke: var(--bar-good); }
    .donut .p { stroke: var(--bar-warn); }
    .donut .m { stroke: var(--bar-bad); }
    .donut div { position: absolute; text-align: center; line-height: 1.15; }
    .donut b { font-size: 19px; letter-spacing: -0.02em; }
    .donut span { display: block; font-size: 11px; color: var(--soft); }
    .checks { display: grid; grid-template-columns: repeat(auto-fit, minmax(290px, 1fr)); gap: 12px; margin-top: 14px; }
    .check { align-content: start; padding: 13px 16px 14px; display: grid; grid-template-columns: 18px minmax(0, 1fr); gap: 2px 10px; }
    .check svg { width: 18px; height: 18px; margin-top: 1px; color: var(--soft); }
    .check.good svg { color: var(--good); }
    .check.bad svg { color: var(--bad); }
    .check.warn svg { color: var(--warn); }
    .check { color: var(--text); }
    .check h2 { font-size: 13px; font-weight: 650; }
    .check p { grid-column: 2; color: var(--soft); font-size: 13px; line-height: 1.45; overflow-wrap: anywhere; }
    .check p b { color: var(--text); font-weight: 600; }
    .stages { margin-top: 14px; padding: 12px 16px 13px; }
    .stages svg.flow { width: 100%; height: 10px; border-radius: 99px; display: block; background: var(--line-soft); }
    .stages ul { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 9px; font-size: 12.5px; }
    .stages li::before { content: ""; display: inline-block; width: 9px; height: 9px; border-radius: 3px;
    margin-right: 6px; background: var(--line); }
    .s0::before, .hue0 { background: var(--h0) !important; fill: var(--h0); }
    .s1::before, .hue1 { background: var(--h1) !important; fill: var(--h1); }
    .s2::before, .hue2 { background: var(--h2) !important; fill: var(--h2); }
    .s3::before, .hue3 { background: var(--h3) !important; fill: var(--h3); }
    .s4::before, .hue4 { background: var(--h4) !important; fill: var(--h4); }
    .s5::before, .hue5 { background: var(--h5) !important; fill: var(--h5); }
    :root { --h0: light-dark(#7f88ee, #7079e0); --h1: light-dark(#3aa3c4, #3791ad); --h2: light-dark(#45a77c, #3f9870);
    --h3: light-dark(#d9a441, #b98a35); --h4: light-dark(#cf7196, #b56083); --h5: light-dark(#97a1b0, #66707e); }
    .list { overflow: hidden; }
    .item { padding: 12px 16px; border-top: 1px solid var(--line-soft); }
    .item:first-child { border-top: 0; }
    .item .line { display: flex; gap: 4px 10px; align-items: baseline; flex-wrap: wrap; }
    .item .name { font-weight: 600; overflow-wrap: anywhere; }
    .item .at { font: 12.5px var(--mono); overflow-wrap: anywhere; }
    .item .say { margin-top: 3px; overflow-wrap: anywhere; }
    .item pre { margin: 8px 0 0; padding: 9px 12px; background: var(--sunk); border-radius: 8px; overflow: auto;
    max-height: 260px; line-height: 1.5; }
    .tag { font-size: 11.5px; font-weight: 600; padding: 1px 8px; border-radius: 99px; white-space: nowrap;
    background: var(--line-soft); color: var(--soft); }
    .tag.error, .tag.bad { background: var(--bad-soft); color: var(--bad); }
    .tag.warning, .tag.warn { background: var(--warn-soft); color: var(--warn); }
    .tag.good { background: var(--good-soft); color: var(--good); }
    details.rule > summary { cursor: pointer; padding: 11px 16px; display: flex; gap: 10px; align-items: baseline;
    flex-wrap: wrap; border-top: 1px solid var(--line-soft); }
    details.rule:first-child > summary { border-top: 0; }
    details.rule > summary::before { content: "▸"; color: var(--soft); width: 10px; }
    details.rule[open] > summary::before { content: "▾"; }
    details.rule > summary::-webkit-details-marker { display: none; }
    details.rule ul { padding: 0 16px 10px 36px; }
    details.rule li { padding: 3px 0; display: grid; grid-template-columns: minmax(120px, auto) minmax(0, 1fr); gap: 14px;
    overflow-wrap: anywhere; justify-content: start; }
    details.rule li a { font: 12.5px/1.7 var(--mono); }
    .more { padding: 10px 16px; color: var(--soft); border-top: 1px solid var(--line-soft); }
    @media (max-width: 620px) {
    .hero { grid-template-columns: auto minmax(0, 1fr); padding: 18px 16px 18px 20px; gap: 14px; }
    .hero .mark { width: 42px; height: 42px; align-self: start; }
    .hero h1 { font-size: 21px; }
    .donut { grid-column: 1 / -1; justify-self: center; }
    .checks { grid-template-columns: 1fr; gap: 8px; }
    details.rule ul { padding-left: 16px; }
    details.rule li { grid-template-columns: 1fr; gap: 0; padding: 6px 0; }
    }
    .tree { position: sticky; top: var(--top); height: calc(100vh - var(--top)); overflow: auto; padding: 16px 10px 30px 16px;
    border-right: 1px solid var(--line); font-size: 13px; }
    .tree h2 { font-size: 12px; font-weight: 650; color: var(--soft); padding: 0 8px 8px; display: flex; gap: 8px; }
    .tree .dir { padding: 7px 8px 3px; color: var(--soft); font-size: 12px; overflow-wrap: anywhere; }
    .tree a { display: grid; grid-template-columns: 14px minmax(0, 1fr) auto; gap: 2px 8px; padding: 5px 8px; color: var(--text);
    border-radius: 8px; align-items: center; }
    .tree a:hover { background: var(--line-soft); text-decoration: none; }
    .tree a[aria-current] { background: var(--accent-soft); }
    .tree a .leaf { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .tree .kind { font: 700 11px var(--mono); text-align: center; }
    .tree .bar { grid-column: 2 / 4; width: 100%; height: 4px; border-radius: 4px; display: block; }
    .tree .marks { display: flex; gap: 4px; }
    .dot { font-size: 11px; line-height: 16px; font-weight: 650; min-width: 16px; padding: 0 5px; text-align: center;
    border-radius: 99px; background: var(--warn-soft); color: var(--warn); }
    .dot.error { background: var(--bad-soft); color: var(--bad); }
    .bar { background: var(--line-soft); overflow: hidden; }
    .bar .c { fill: var(--bar-good); }
    .bar .p { fill: var(--bar-warn); }
    .bar .m { fill: var(--bar-bad); }
    .menu { display: none; }
    .file { margin-top: 16px; overflow: clip; }
    .file-head { position: sticky; top: var(--top); z-index: 3; display: flex; align-items: center; gap: 10px;
    padding: 8px 14px 8px 8px; background: var(--card); border-bottom: 1px solid var(--line); border-radius: 12px 12px 0 0;
    min-height: 46px; }
    .file.shut .file-head { border-bottom: 0; border-radius: 12px; }
    .file.shut .body { display: none; }
    .fold { width: 28px; height: 28px; flex: none; border: 0; border-radius: 7px; background: none; cursor: pointer;
    color: var(--soft); font-size: 12px; }
    .fold:hover { background: var(--line-soft); }
    .file-head h3 { font: 600 13px/1.4 var(--mono); min-width: 0; overflow-wrap: anywhere; }
    .file-head .from { font-weight: 400; color: var(--soft); }
    .file-head .right { margin-left: auto; display: flex; align-items: center; gap: 10px; flex: none; font-size: 12.5px; }
    .file-head .bar { width: 64px; height: 6px; border-radius: 6px; }
    .plus { color: var(--good); font: 600 12px var(--mono); }
    .minus { color: var(--bad); font: 600 12px var(--mono); }
    .empty { padding: 16px 20px; color: var(--soft); }
    .scroll { overflow-x: auto; border-radius: 0 0 12px 12px; }
    table.code { border-collapse: collapse; width: 100%; font: 12.5px/20px var(--mono); font-variant-ligatures: none; tab-size: 4; }
    table.code th { padding: 0; font-size: 1px; line-height: 0; color: transparent; }
    table.code td { padding: 0; vertical-align: top; }
    td.n { width: 1%; min-width: 40px; padding: 0 8px !important; text-align: right; color: var(--soft); user-select: none;
    white-space: nowrap; }
    td.n a { color: inherit; }
    td.v { width: 20px; min-width: 20px; text-align: center; user-select: none; font-size: 10px;
    border-left: 4px solid transparent; }
    td.v.c { border-left-color: var(--bar-good); }
    td.v.p { border-left-color: var(--bar-warn); color: var(--warn); }
    td.v.m { border-left-color: var(--bar-bad); color: var(--bad); }
    td.t { padding: 0 14px 0 4px !important; white-space: pre; }
    td.t::before { content: attr(data-mark); display: inline-block; width: 14px; color: var(--soft); user-select: none; }
    /* Without its column the code would not fill the last one. */
    .fresh td.n.old { width: 0; min-width: 0; padding: 0 !important; font-size: 0; }
    .wrap td.t { white-space: pre-wrap; overflow-wrap: anywhere; }
    .a { background: var(--add); }
    .d { background: var(--del); }
    td.none { background: var(--sunk); }
    .split td.t { width: 50%; white-space: pre-wrap; overflow-wrap: anywhere; }
    .split td.old + td.n { border-left: 1px solid var(--line); }
    tr.gap td { background: var(--sunk); color: var(--soft); padding: 4px 14px !important; font: 12px var(--sans);
    border-block: 1px solid var(--line-soft); }
    tr.here td { box-shadow: inset 0 1px var(--accent), inset 0 -1px var(--accent); }
    tr.hit td.t { background: light-dark(#fff3b8, #4a3f10); }
    tr.hit.now td.t { background: light-dark(#ffd95e, #7a640f); }
    .x { background: var(--add-strong); border-radius: 3px; }
    .d .x { background: var(--del-strong); }
    .u { text-decoration: underline wavy var(--bar-bad) 1.3px; text-underline-offset: 4px; text-decoration-skip-ink: none;
    background: var(--bad-soft); border-radius: 3px; }
    .f { text-decoration: underline wavy var(--bar-warn) 1.3px; text-underline-offset: 4px; text-decoration-skip-ink: none; }
    .f.error { text-decoration-color: var(--bar-bad); }
    .k { color: light-dark(#9b1d82, #ff9fe0); }
    .y { color: light-dark(#1f5fa8, #85bdff); }
    .q { color: light-dark(#a8320f, #ffab8a); }
    .m0 { color: light-dark(#4c46c7, #c3b5ff); }
    .o { color: light-dark(#56616e, #98a4b3); font-style: italic; }
    tr.say td { padding: 6px 14px 8px 16px !important; font: 13.5px/1.5 var(--sans); background: var(--card); white-space: normal;
    border-block: 1px solid var(--line-soft); }
    .remark { border: 1px solid var(--line); border-left: 4px solid var(--soft); border-radius: 8px; padding: 9px 13px; max-width: 860px;
    background: var(--card); overflow-wrap: anywhere; position: sticky; left: 16px; }
    .remark + .remark { margin-top: 6px; }
    .remark.error { border-left-color: var(--bar-bad); }
    .remark.warning { border-left-color: var(--bar-warn); }
    .remark b { font-weight: 650; }
    .remark .head { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: baseline; }
    .remark pre { margin: 7px 0 0; padding: 7px 10px; background: var(--sunk); border-radius: 6px; overflow: auto; line-height: 1.5; }
    .remark pre.fix { background: var(--add); }
    .elsewhere { padding: 12px 16px; display: grid; gap: 6px; border-bottom: 1px solid var(--line-soft); }
    @media (max-width: 860px) {
    .tree { position: static; height: auto; max-height: none; border-right: 0; border-bottom: 1px solid var(--line);
    padding: 8px 12px; }
    .tree > .all { display: none; max-height: 60vh; overflow: auto; }
    .tree.open > .all { display: block; }
    .tree > h2 { display: none; }
    .menu { display: flex; width: 100%; justify-content: space-between; }
    .file-head { top: var(--top); flex-wrap: wrap; row-gap: 2px; }
    .file-head h3 { flex: 1; }
    .file-head .right { margin-left: 36px; }
    td.n { min-width: 34px; padding: 0 5px !important; }
    .unified td.n.old { width: 0; min-width: 0; padding: 0 !important; font-size: 0; }
    .remark { max-width: calc(100vw - 64px); }
    }
    @media (max-width: 620px) {
    .file-head > .tag { display: none; }
    .file-head .right { flex-basis: 100%; }
    }
    @media print {
    .scroll { overflow: visible; }
    td.t { white-space: pre-wrap; overflow-wrap: anywhere; }
    }
    """#

  static let script = #"""
    (() => {
    "use strict";
    const data = JSON.parse(document.getElementById("data").textContent);
    const root = document.documentElement;
    const byId = (id) => document.getElementById(id);
    function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "on") for (const [event, run] of Object.entries(value)) element.addEventListener(event, run);
    else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
    }
    function drawing(tag, attributes, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...children);
    return element;
    }
    function coverageBar([covered, partial, missed]) {
    const all = covered + partial + missed;
    const bar = drawing("svg", { class: "bar", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" });
    let x = 0;
    for (const [kind, count] of [["c", covered], ["p", partial], ["m", missed]]) {
    const width = (count * 100) / all;
    if (width > 0) bar.append(drawing("rect", { class: kind, x, y: 0, width, height: 1 }));
    x += width;
    }
    return bar;
    }
    function statesOf(text) {
    const states = new Map();
    let line = 1;
    for (const [, count, letter] of (text || "").matchAll(/(\d+)([-cpm])/g)) {
    for (let end = line + Number(count); line < end; line++) if (letter !== "-") states.set(line, letter);
    }
    return states;
    }
    const files = data.files.map((file, index) => {
    const notes = new Map();
    const elsewhere = [];
    const shown = new Set();
    for (const section of file.h) {
    let line = section[1];
    for (const text of section[2]) if (text[0] !== "-") shown.add(line++);
    }
    for (const note of file.n || []) {
    if (!shown.has(note.line)) elsewhere.push(note);
    else if (notes.has(note.line)) notes.get(note.line).push(note);
    else notes.set(note.line, [note]);
    }
    return { ...file, index, id: `f${index}`, notes, elsewhere, states: statesOf(file.s), isDrawn: false };
    });
    const kinds = { added: "A", modified: "M", deleted: "D", renamed: "R", typeChanged: "T" };
    const words = {
    added: "added", modified: "modified", deleted: "deleted", renamed: "renamed", typeChanged: "type changed",
    };
    const keywords = new Set(
    ("actor any as associatedtype async await borrowing break case catch class consuming continue convenience default defer deinit "
    + "didSet do dynamic else enum extension fallthrough false fileprivate final for func get guard if import in indirect "
    + "infix init inout internal is isolated lazy let macro mutating nil nonisolated nonmutating open operator optional "
    + "override package postfix precedencegroup prefix private protocol public repeat required rethrows return self Self "
    + "sending set some static struct subscript super switch throw throws true try typealias unowned var weak where while "
    + "willSet").split(" "));
    const token = new RegExp(
    [
    "(?<comment>//.*|/\\*.*?(?:\\*/|$))", "(?<string>#*\"(?:\\\\.|[^\"\\\\])*(?:\"#*|$))", "(?<attribute>[@#][A-Za-z_]\\w*)",
    "(?<number>\\b\\d[\\w.]*)", "(?<type>\\b[A-Z]\\w*)", "(?<word>\\b[a-z_]\\w*)",
    ].join("|"), "g");
    function tokens(text, state) {
    const ranges = [];
    let from = 0;
    if (state.open) {
    const end = text.indexOf(state.open === "/*" ? "*/" : '"""');
    const to = end < 0 ? text.length : end + (state.open === "/*" ? 2 : 3);
    ranges.push([0, to, state.open === "/*" ? "o" : "q"]);
    if (end < 0) return ranges;
    state.open = null;
    from = to;
    }
    token.lastIndex = from;
    for (let match = token.exec(text); match; match = token.exec(text)) {
    const [start, end, groups] = [match.index, token.lastIndex, match.groups];
    if (end === start) break;
    if (text.startsWith('"""', start)) {
    const close = text.indexOf('"""', start + 3);
    ranges.push([start, close < 0 ? text.length : close + 3, "q"]);
    if (close < 0) {
    state.open = '"""';
    break;
    }
    token.lastIndex = close + 3;
    continue;
    }
    if (groups.comment) {
    ranges.push([start, end, "o"]);
    if (groups.comment.startsWith("/*") && !groups.comment.endsWith("*/")) state.open = "/*";
    } else if (groups.string) ranges.push([start, end, "q"]);
    else if (groups.attribute) ranges.push([start, end, "k"]);
    else if (groups.number) ranges.push([start, end, "m0"]);
    else if (groups.type) ranges.push([start, end, "y"]);
    else if (groups.word && keywords.has(groups.word)) ranges.push([start, end, "k"]);
    }
    return ranges;
    }
    function paint(element, text, ranges) {
    if (ranges.length === 0) {
    element.append(text);
    return;
    }
    const cuts = new Set([0, text.length]);
    for (const [from, to] of ranges) {
    cuts.add(Math.min(from, text.length));
    cuts.add(Math.min(to, text.length));
    }
    const places = [...cuts].sort((left, right) => left - right);
    for (let index = 0; index + 1 < places.length; index++) {
    const [from, to] = [places[index], places[index + 1]];
    const classes = ranges.filter((range) => range[0] <= from && range[1] >= to).map((range) => range[2]);
    const part = text.slice(from, to);
    if (classes.length === 0) element.append(part);
    else element.append(make("span", { class: classes.join(" "), text: part }));
    }
    }
    function difference(old, next) {
    const shortest = Math.min(old.length, next.length);
    let start = 0;
    while (start < shortest && old[start] === next[start]) start++;
    let end = 0;
    while (end < shortest - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end++;
    const common = old.slice(0, start).trim().length + end;
    if (common * 3 < shortest) return [[], []];
    const range = (text) => (text.length - end > start ? [[start, text.length - end, "x"]] : []);
    return [range(old), range(next)];
    }
    let isSplit = false;
    const stateWords = { c: "run", p: "partly run", m: "not run" };
    const stateMarks = { c: "", p: "◐", m: "✕" };
    function linesOf(section) {
    let [old, next] = section;
    const lines = [];
    let removed = [];
    for (const text of section[2]) {
    const [mark, body] = [text[0], text.slice(1)];
    const line = { mark, text: body, old: mark === "+" ? null : old++, next: mark === "-" ? null : next++, ranges: [] };
    if (mark === "-") removed.push(line);
    else if (mark === "+" && removed.length > 0) {
    const partner = removed.shift();
    [line.partner, partner.partner] = [partner, line];
    [partner.ranges, line.ranges] = difference(partner.text, body);
    } else removed = [];
    lines.push(line);
    }
    return lines;
    }
    function codeCell(file, line, states) {
    const cell = make("td", { class: `t ${line.mark === "+" ? "a" : line.mark === "-" ? "d" : ""}` });
    cell.dataset.mark = line.mark === " " ? "" : line.mark === "-" ? "−" : "+";
    const ranges = file.p.endsWith(".swift") ? tokens(line.text, states[line.mark === "-" ? "old" : "next"]) : [];
    ranges.push(...line.ranges);
    if (line.next) {
    for (const [from, to] of (file.u || {})[line.next] || []) ranges.push([from, to, "u"]);
    for (const note of file.notes.get(line.next) || []) {
    if (note.columns) ranges.push([note.columns[0], note.columns[1], `f ${note.level}`]);
    }
    }
    paint(cell, line.text, ranges);
    return cell;
    }
    function numberCell(file, line, side) {
    const number = side === "old" ? line.old : line.next;
    const kind = line.mark === "+" ? "a" : line.mark === "-" ? "d" : "";
    const cell = make("td", { class: `n ${side} ${kind}` });
    if (number && side === "next") cell.append(make("a", { href: `#${file.id}L${number}`, text: number, tabindex: -1 }));
    else if (number) cell.textContent = number;
    return cell;
    }
    function stateCell(file, line) {
    const state = line.next ? file.states.get(line.next) : undefined;
    const kind = line.mark === "+" ? "a" : line.mark === "-" ? "d" : "";
    const cell = make("td", { class: `v ${state || ""} ${kind}`, title: stateWords[state] });
    if (state) cell.append(make("span", { "aria-hidden": "true", text: stateMarks[state] }));
    if (state && state !== "c") cell.append(make("span", { class: "vh", text: stateWords[state] }));
    return cell;
    }
    function noteCard(note) {
    const place = note.line > 0 && note.isElsewhere ? `line ${note.line}: ` : "";
    const card = make("div", { class: `remark ${note.level}` },
    make("div", { class: "head" }, make("span", { class: `tag ${note.level}`, text: note.kind }),
    make("b", { text: place + note.title }),
    note.url ? make("a", { href: note.url, rel: "noreferrer", text: "about the rule" }) : null),
    note.text ? make("div", { text: note.text }) : null);
    if (note.output) card.append(
    make("pre", { text: note.output, tabindex: 0, role: "group", "aria-label": "output of the test" }));
    if (note.fix !== undefined) {
    const text = note.fix || "(remove the line)";
    card.append(make("pre", { class: "fix", tabindex: 0, role: "group", "aria-label": "suggested lines", text }));
    }
    return card;
    }
    function noteRow(file, line, columns) {
    const notes = line.next ? file.notes.get(line.next) : undefined;
    return notes ? make("tr", { class: "say" }, make("td", { colspan: columns }, ...notes.map(noteCard))) : null;
    }
    function unifiedRows(file, lines, states) {
    return lines.flatMap((line) => [
    make("tr", { id: line.next ? `${file.id}L${line.next}` : null }, numberCell(file, line, "old"),
    numberCell(file, line, "next"), stateCell(file, line), codeCell(file, line, states)),
    noteRow(file, line, 4),
    ]).filter(Boolean);
    }
    function splitRows(file, lines, states) {
    const blank = () => [make("td", { class: "n none" }), make("td", { class: "t none" })];
    const rows = [];
    for (const line of lines) {
    if (line.mark === "-" && line.partner) continue;
    const old = line.mark === "+" ? line.partner : line;
    const left = old ? [numberCell(file, old, "old"), codeCell(file, old, states)] : blank();
    left[1].classList.add("old");
    const right = line.mark === "-" ? [blank()[0], make("td", { class: "v none" }), blank()[1]]
    : [numberCell(file, line, "next"), stateCell(file, line),
    codeCell(file, line, line.mark === " " ? { old: {}, next: { ...states.next } } : states)];
    rows.push(make("tr", { id: line.next ? `${file.id}L${line.next}` : null }, ...left, ...right), noteRow(file, line, 5));
    }
    return rows.filter(Boolean);
    }
    const omissions = {
    binary: "A binary file.", symbolicLink: "A symbolic link.", submodule: "A submodule.",
    tooLarge: "The file is too large to be shown.", noRoom: "The change is too large: this file is not shown here.",
    };
    function draw(file) {
    if (file.isDrawn) return;
    file.isDrawn = true;
    const body = file.body;
    body.replaceChildren();
    body.style.minHeight = "";
    if (file.elsewhere.length > 0) {
    const cards = file.elsewhere.map((note) => noteCard({ ...note, isElsewhere: true }));
    body.append(make("div", { class: "elsewhere" }, ...cards));
    }
    if (file.h.length === 0) {
    const otherwise = data.hasText ? "Only the name or the mode changed." : "The report has no text of the files.";
    const text = omissions[file.x] || otherwise;
    body.append(make("p", { class: "empty", text }));
    return;
    }
    const rows = make("tbody");
    const columns = isSplit ? 5 : 4;
    let end = 1;
    for (const section of file.h) {
    const hidden = section[1] - end;
    if (hidden > 0) {
    const text = hidden === 1 ? "1 unchanged line" : `${hidden} unchanged lines`;
    rows.append(make("tr", { class: "gap" }, make("td", { colspan: columns, text })));
    }
    const lines = linesOf(section);
    const states = { old: {}, next: {} };
    rows.append(...(isSplit ? splitRows : unifiedRows)(file, lines, states));
    end = section[1] + lines.filter((line) => line.next).length;
    }
    if (file.k) {
    const text = "The rest of the change is not shown here.";
    rows.append(make("tr", { class: "gap" }, make("td", { colspan: columns, text })));
    }
    const names = isSplit
    ? ["Old line", "Before", "New line", "Coverage", "After"] : ["Old line", "New line", "Coverage", "Code"];
    const head = make("thead", {}, make("tr", {}, ...names.map((text) => make("th", { scope: "col", text }))));
    const table = make("table", { class: `code ${isSplit ? "split" : "unified"} ${file.w === "added" && !isSplit ? "fresh" : ""}` },
    make("caption", { class: "vh", text: `Lines of ${file.p}` }), head, rows);
    body.append(make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": `Code of ${file.p}` }, table));
    mark();
    }
    function fileCard(file) {
    const name = make("h3", {}, file.o ? make("span", { class: "from", text: `${file.o} → ` }) : null, file.p);
    const right = make("div", { class: "right" });
    if (file.t) {
    const title = `${file.t[0]} run, ${file.t[1]} partly run, ${file.t[2]} not run`;
    right.append(make("span", { class: "soft", text: file.c, title }), coverageBar(file.t));
    }
    right.append(make("span", { class: "plus", text: `+${file.a}` }), make("span", { class: "minus", text: `−${file.d}` }));
    if (file.l) {
    const label = `Open ${file.p} on the forge`;
    right.append(make("a", { href: file.l, rel: "noreferrer", text: "Open", "aria-label": label }));
    }
    const fold = make("button", {
    class: "fold", type: "button", "aria-expanded": "true", "aria-label": `Fold ${file.p}`, text: "▾",
    on: { click: () => setShut(file, !file.card.classList.contains("shut")) },
    });
    file.body = make("div", { class: "body" });
    const lines = file.h.reduce((sum, section) => sum + section[2].length, 0);
    file.body.style.minHeight = `${Math.min(lines * 20 + 20, 30000)}px`;
    file.fold = fold;
    file.card = make("article", { class: "file card", id: file.id, "aria-label": file.p },
    make("div", { class: "file-head" }, fold, make("span", { class: "tag", text: words[file.w] }), name, right), file.body);
    return file.card;
    }
    function setShut(file, isShut) {
    draw(file);
    file.card.classList.toggle("shut", isShut);
    file.fold.setAttribute("aria-expanded", String(!isShut));
    file.fold.textContent = isShut ? "▸" : "▾";
    }
    byId("files").append(...files.map(fileCard));
    const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    draw(files[Number(entry.target.id.slice(1))]);
    watcher.unobserve(entry.target);
    }
    }, { rootMargin: "1200px" });
    for (const file of files) watcher.observe(file.card);
    function treeLink(file) {
    const errors = (file.n || []).filter((note) => note.level === "error").length;
    const others = (file.n || []).length - errors;
    const marks = make("span", { class: "marks" },
    errors > 0 ? make("span", { class: "dot error", text: errors, title: `${errors} errors` }) : null,
    others > 0 ? make("span", { class: "dot", text: others, title: `${others} warnings and notes` }) : null);
    const color = file.w === "added" ? "good" : file.w === "deleted" ? "bad" : "soft";
    const status = make("span", { class: `kind ${color}`, text: kinds[file.w], title: words[file.w] });
    const link = make("a", { href: `#${file.id}`, title: file.p }, status,
    make("span", { class: "leaf", text: file.p.slice(file.p.lastIndexOf("/") + 1) }), marks);
    if (file.t) link.append(coverageBar(file.t));
    file.link = link;
    return link;
    }
    let folder = null;
    for (const file of files) {
    const parent = file.p.slice(0, Math.max(0, file.p.lastIndexOf("/")));
    if (parent !== folder && parent !== "") byId("tree-files").append(make("div", { class: "dir", text: parent }));
    folder = parent;
    byId("tree-files").append(treeLink(file));
    }
    byId("menu").addEventListener("click", () => {
    const isOpen = byId("tree").classList.toggle("open");
    byId("menu").setAttribute("aria-expanded", String(isOpen));
    });
    let current = -1;
    function follow() {
    const line = root.clientHeight / 4;
    let index = -1;
    for (const file of files) if (file.card.getBoundingClientRect().top < line) index = file.index; else break;
    if (index === current) return;
    if (files[current]) files[current].link.removeAttribute("aria-current");
    current = index;
    if (!files[index]) return;
    files[index].link.setAttribute("aria-current", "true");
    const [link, tree] = [files[index].link, byId("tree")];
    if (link.offsetTop < tree.scrollTop + 40 || link.offsetTop > tree.scrollTop + tree.clientHeight - 60) {
    tree.scrollTop = link.offsetTop - tree.clientHeight / 3;
    }
    }
    addEventListener("scroll", () => requestAnimationFrame(follow), { passive: true });
    function go(hash) {
    const match = /^#f(\d+)(L\d+)?$/.exec(hash);
    const file = match && files[Number(match[1])];
    if (!file) return;
    setShut(file, false);
    const target = match[2] ? byId(hash.slice(1)) : file.card;
    for (const row of document.querySelectorAll("tr.here")) row.classList.remove("here");
    if (match[2] && target) target.classList.add("here");
    const show = () => (target || file.card).scrollIntoView({ block: match[2] && target ? "center" : "start" });
    show();
    requestAnimationFrame(() => requestAnimationFrame(show));
    byId("tree").classList.remove("open");
    }
    addEventListener("hashchange", () => go(location.hash));
    addEventListener("beforeprint", () => files.forEach(draw));
    function setSplit(value) {
    isSplit = value;
    byId("unified").setAttribute("aria-pressed", String(!value));
    byId("split").setAttribute("aria-pressed", String(value));
    const place = files[Math.max(current, 0)];
    for (const file of files.filter((file) => file.isDrawn)) {
    file.isDrawn = false;
    draw(file);
    }
    if (current >= 0) place.card.scrollIntoView();
    search(byId("search").value);
    }
    byId("unified").addEventListener("click", () => setSplit(false));
    byId("split").addEventListener("click", () => setSplit(true));
    function remember(value) {
    try {
    if (value) localStorage.setItem("reviewbot-theme", value);
    return localStorage.getItem("reviewbot-theme");
    } catch {
    return null;
    }
    }
    function setTheme(theme) {
    if (theme !== "light" && theme !== "dark") return;
    root.dataset.theme = theme;
    byId("theme").setAttribute("aria-label", theme === "dark" ? "Use the light theme" : "Use the dark theme");
    }
    function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    }
    function switchTheme() {
    setTheme(isDark() ? "light" : "dark");
    remember(root.dataset.theme);
    }
    setTheme(remember());
    byId("theme").addEventListener("click", switchTheme);
    let hits = [];
    let hit = -1;
    function search(text) {
    for (const row of document.querySelectorAll("tr.hit")) row.classList.remove("hit", "now");
    const wanted = text.trim().toLowerCase();
    hits = [];
    hit = -1;
    for (const file of files) {
    if (wanted === "" || hits.length >= 2000) break;
    if (file.p.toLowerCase().includes(wanted)) hits.push({ file });
    for (const section of file.h) {
    let line = section[1];
    for (const body of section[2]) {
    if (body[0] === "-") continue;
    const isHit = body.toLowerCase().includes(wanted)
    || (file.notes.get(line) || []).some((note) => `${note.title} ${note.text}`.toLowerCase().includes(wanted));
    if (isHit) hits.push({ file, line });
    line++;
    }
    }
    }
    mark();
    byId("found").textContent = wanted === "" ? "" : hits.length === 0 ? "none" : `${hits.length}`;
    byId("slash").hidden = wanted !== "";
    }
    function mark() {
    for (const { file, line } of hits) if (line && file.isDrawn) byId(`${file.id}L${line}`)?.classList.add("hit");
    }
    function showHit(step) {
    if (hits.length === 0) return;
    hit = (hit + step + hits.length) % hits.length;
    const { file, line } = hits[hit];
    go(`#${file.id}${line ? `L${line}` : ""}`);
    mark();
    for (const row of document.querySelectorAll("tr.now")) row.classList.remove("now");
    if (line) byId(`${file.id}L${line}`)?.classList.add("now");
    byId("found").textContent = `${hit + 1} of ${hits.length}`;
    }
    byId("search").addEventListener("input", (event) => search(event.target.value));
    byId("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") showHit(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") {
    event.target.value = "";
    search("");
    event.target.blur();
    }
    });
    const problems = files.flatMap((file) => {
    const lines = new Set(file.notes.keys());
    for (const section of file.h) {
    let line = section[1];
    let last = "";
    for (const body of section[2]) {
    if (body[0] === "-") continue;
    const state = body[0] === "+" ? file.states.get(line) || "" : "";
    if (state !== last && (state === "m" || state === "p")) lines.add(line);
    last = state;
    line++;
    }
    }
    return [...lines].sort((left, right) => left - right).map((line) => `#${file.id}L${line}`);
    });
    let problem = -1;
    function showProblem(step) {
    if (problems.length === 0) return;
    problem = problem < 0 && step < 0 ? problems.length - 1 : (problem + step + problems.length) % problems.length;
    history.replaceState(null, "", problems[problem]);
    go(problems[problem]);
    }
    function showFile(step) {
    const index = Math.min(Math.max(current + step, 0), files.length - 1);
    if (!files[index]) return;
    history.replaceState(null, "", `#${files[index].id}`);
    go(`#${files[index].id}`);
    }
    const commands = {
    "/": () => byId("search").focus(), j: () => showFile(1), k: () => showFile(-1),
    n: () => showProblem(1), p: () => showProblem(-1), u: () => setSplit(false), s: () => setSplit(true),
    t: switchTheme, g: () => scrollTo(0, 0), "?": () => byId("keys").showModal(),
    x: () => files[current] && setShut(files[current], !files[current].card.classList.contains("shut")),
    };
    addEventListener("keydown", (event) => {
    const isTyping = /^(input|textarea|select)$/i.test(event.target.tagName || "");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
    const command = commands[event.key];
    if (!command) return;
    event.preventDefault();
    command();
    });
    byId("help").addEventListener("click", () => byId("keys").showModal());
    byId("close").addEventListener("click", () => byId("keys").close());
    byId("next").addEventListener("click", () => showProblem(1));
    byId("next").hidden = problems.length === 0;
    follow();
    if (location.hash) go(location.hash);
    })();
    """#
}
