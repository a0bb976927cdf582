import { arrowStyle, chartStyle, createChartColoursCss, highlightStyle } from '../charts/style';
import { createThemeColoursCss } from '../charts/theme';
import { forcedColoursStyle } from './forced';
import { narrowPanelStyle, partStyle, splitterStyle } from './partStyle';

/** The style sheet of the panel, for light and dark colour schemes. */
export const panelStyle = `
${createThemeColoursCss('.bench')}
${createChartColoursCss('.chart')}${chartStyle}${highlightStyle}${arrowStyle}
.bench{all:initial;display:block;block-size:100%;background:var(--paper);color:var(--ink);font:13px/1.45 Inter,Arial,"DejaVu Sans Condensed",sans-serif}
.panel{position:relative;display:flex;flex-direction:column;block-size:100%;background:var(--surface)}
:where(.panel) *{box-sizing:border-box;font:inherit}
.panel b{font-weight:600}
.panel header,.bar,.time{display:flex;align-items:center;gap:8px;padding:5px 14px;border-block-end:1px solid var(--line)}
.panel header h1{font-size:15px;font-weight:600;margin:0;flex:1 0 auto}
.panel header button{white-space:nowrap;flex:none}
.logo{inline-size:20px;block-size:20px;color:var(--accent);flex:none}
.panel header input{inline-size:60px;max-inline-size:150px;flex:1 1 60px;border:1px solid var(--control);border-radius:8px;background:var(--paper);color:var(--ink);padding:5px 8px}
.panel h2{font-size:12px;font-weight:500;color:var(--muted);margin:0 0 6px}
.panel h3{font-size:12px;font-weight:500;color:var(--muted);margin:0}
.panel ul,.panel ol{list-style:none;margin:0;padding:0}
.panel p{margin:4px 0;color:var(--muted)}
.panel button,.panel summary{border:1px solid var(--line);border-radius:8px;background:var(--surface);color:var(--ink);padding:5px 10px;min-block-size:28px;cursor:pointer}
.panel button:hover{background:color-mix(in srgb,var(--accent) 8%,var(--surface))}
.panel button[aria-pressed=true]{background:color-mix(in srgb,var(--accent) 12%,var(--surface));color:var(--accent);border-color:transparent;font-weight:600}
.panel button[aria-disabled=true]{opacity:.4;cursor:default}
.panel :focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.top{flex:0 1 calc(var(--split-top)*1%);min-block-size:84px;display:grid;grid-template-columns:minmax(120px,calc(var(--split-tree)*1%)) auto minmax(140px,1fr)}
.tree,.now{overflow:auto;padding:8px 14px}
.panel .line{display:block;inline-size:100%;text-align:start;border:0;background:none;padding:4px 8px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.panel .line[aria-current]{background:color-mix(in srgb,var(--accent) 12%,var(--surface))}
.tree .line{display:flex;flex-wrap:wrap;gap:0 8px;align-items:baseline;min-block-size:24px;padding-block:2px;white-space:normal}
.tree .line::before{content:"";flex:none;inline-size:8px;block-size:8px;border-radius:4px;background:var(--rival)}
.tree .line[data-busy]::before{background:var(--gold)}
.tree .line[aria-current] b{color:var(--accent)}
.tree .line b{max-inline-size:calc(100% - 16px);overflow-wrap:anywhere}
.tree .line span{flex:1 1 76px;color:var(--muted);font-size:12px;min-inline-size:0;overflow-wrap:anywhere}
${[1, 2, 3, 4, 5, 6].map((depth) => `.tree [data-depth="${depth}"]{padding-inline-start:${8 + depth * 11}px}`).join('\n')}
.row{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:6px;align-items:center;margin-block-end:6px}
.row h3{flex:0 0 100%;margin-block-end:-3px}
.choice{display:inline-flex;gap:2px;align-items:start}
.choice:has(details[open]){flex:1 0 100%;flex-wrap:wrap}
.choice details[open]{flex:1 0 100%;min-inline-size:0}
.panel form input{min-inline-size:0}
.panel summary{list-style:none;display:inline-block}
.panel form{display:grid;gap:6px;padding:8px;border:1px solid var(--line);border-radius:8px;margin-block-start:4px}
.panel label{display:grid;gap:2px;color:var(--muted)}
.panel label input{border:1px solid var(--control);border-radius:6px;padding:4px 6px;background:var(--paper);color:var(--ink);font-family:ui-monospace,monospace}
.panel progress{inline-size:48px;block-size:4px;accent-color:var(--gold);margin-inline-start:6px;vertical-align:middle}
.heard{border-radius:4px;padding:1px 7px;background:color-mix(in srgb,var(--line) 45%,var(--surface));color:var(--muted)}
.heard b{font-weight:500;color:var(--ink)}
.refused b{color:var(--gold)}
.stage{position:relative;flex:1 1 160px;display:flex;flex-direction:column;min-block-size:160px}
.stage>:is(.canvas,.sequence,.broken){flex:1;min-block-size:0}
.panel .progress{position:absolute;z-index:1;inset-block-end:10px;inset-inline-start:14px;margin:0;padding:5px 12px;border:1px solid var(--line);border-radius:10px;background:var(--surface);color:var(--ink)}
.panel .bar{border-width:0 0 1px;margin:0;min-inline-size:0}
.bar h2{flex:1 1 100px;margin:0;font-size:13px;font-weight:600;color:var(--ink);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.bar h2 span{color:var(--accent)}
.canvas[data-dragged],.canvas[data-dragged] *{cursor:grabbing!important;user-select:none}
.canvas{overflow:auto;background:var(--paper)}
.canvas svg{display:block;margin:auto}
.panel .icon{font-size:16px;line-height:1;padding:2px 8px}
.chart [data-state]:focus{outline:none}
.chart [data-state]:focus-visible>.frame{stroke:var(--accent);stroke-width:3}
.time{border-block-start:1px solid var(--line)}
.time input{flex:1;accent-color:var(--accent)}
.time[data-past]{background:color-mix(in srgb,var(--gold) 14%,var(--surface))}
.time output,.bar output{color:var(--muted);font-variant-numeric:tabular-nums;min-inline-size:52px;text-align:center}
.log{flex:0 1 calc(var(--split-log)*1%);min-block-size:84px;overflow:auto;padding:4px 8px}
.log li{content-visibility:auto;contain-intrinsic-size:auto 28px}
.log .line{display:grid;grid-template-columns:32px 110px minmax(0,1fr) minmax(0,1fr);gap:8px}
.log .line>*{overflow:hidden;text-overflow:ellipsis}
.log .line>:first-child{text-align:end}
.log .line>span{color:var(--muted)}
.log .line>:nth-child(3){color:var(--ink)}
.log .line>.to{color:var(--accent)}
.log .line>.guard{color:var(--gold)}
.log [data-future] .line>*,.log [data-future] .line b{color:var(--muted);font-style:italic}
.detail{padding:4px 8px 8px 158px}
.panel dl{margin:0 0 6px;font-family:ui-monospace,monospace;font-size:12px}
.panel dl div{display:flex;gap:12px;margin-block-end:2px}
.panel dt{color:var(--muted)}
.panel dd{margin:0}
.panel :is(del,ins){text-decoration:none;border-radius:4px;padding:0 4px}
.panel del{color:var(--error);background:color-mix(in srgb,var(--error) 9%,var(--surface))}
.panel ins{color:var(--accent);background:color-mix(in srgb,var(--accent) 9%,var(--surface))}
${partStyle}${splitterStyle}${narrowPanelStyle}${forcedColoursStyle}`;

/** The style of the page that shows an app in a frame beside the workbench's panel. */
export const pageBesidePanelStyle = `
html,body{block-size:100%;margin:0;overflow:hidden}
body{display:grid!important;grid-template-columns:minmax(0,1fr) minmax(420px,49%);grid-template-rows:100%}
body[data-apart]{grid-template-columns:minmax(0,1fr)}
#page-frame{border:0;inline-size:100%;block-size:100%}
#bench-host{min-block-size:0;border-inline-start:4px solid #8884}
@media(max-width:900px){body:not([data-apart]){grid-template-columns:minmax(0,1fr);grid-template-rows:minmax(0,1fr) 55%}}
`;
