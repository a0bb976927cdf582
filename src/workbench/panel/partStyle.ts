/** The style of the separators by which the user resizes the parts of the panel. */
export const splitterStyle = `
.panel .splitter{box-sizing:content-box;flex:none;align-self:stretch;background:var(--line);background-clip:content-box;touch-action:none}
.panel .splitter[aria-orientation=horizontal]{block-size:1px;padding-block:3px;margin-block:-3px;cursor:row-resize;z-index:2}
.panel .splitter[aria-orientation=vertical]{inline-size:1px;padding-inline:3px;margin-inline:-3px;cursor:col-resize;z-index:2}
.panel .splitter:is(:hover,:active){background-color:var(--accent)}
.panel .splitter:focus-visible{outline-offset:-2px}
.panel>.splitter[aria-orientation=vertical]{display:none}
`;

/** The style of the panel's lists of faults and values, its filters, and its sequence diagram. */
export const partStyle = `
.panel .faults{flex:none;padding:0 14px;max-block-size:30%;overflow:auto;background:color-mix(in srgb,var(--gold) 14%,var(--surface))}
.panel .faults>summary{display:list-item;list-style:disclosure-closed inside;border:0;background:none;padding:2px 0;min-block-size:24px}
.panel .faults[open]>summary{list-style-type:disclosure-open}
.panel .faults ul{padding-block-end:6px}
.opener{display:contents}
.panel .refused{display:flex;flex-wrap:wrap;gap:6px;align-items:center;margin-block-end:6px}
.panel :is(.refused,.detail .row) details[open]{flex:1 0 100%}
.panel .check{display:flex;gap:8px;align-items:baseline}
:is(.tree,.log) small{font-size:11px;font-weight:500;color:var(--muted)}
.tree h3{padding:6px 8px 2px}
.tree .other{color:var(--muted)}
.tree .other b{font-weight:500}
.tree .other::before{background:none;border:1px solid var(--rival)}
.panel .log .line>.quiet{color:var(--muted)}
.broken{padding:8px 14px;overflow:auto;min-block-size:0}
.panel .note{flex:none;margin:0;padding:4px 14px;background:color-mix(in srgb,var(--gold) 14%,var(--surface));color:var(--ink)}
.panel .filter{position:sticky;inset-block-start:-4px;z-index:1;background:var(--surface);padding:4px 6px;gap:6px}
.panel :is(.filter,.stretch) :is(input,select){border:1px solid var(--control);border-radius:8px;background:var(--paper);color:var(--ink);padding:3px 8px;min-block-size:26px;min-inline-size:0;flex:0 1 160px}
.filter output{flex:1;text-align:start}
.panel .filter button{min-block-size:26px;padding-block:3px}
.values{font:12px/1.6 ui-monospace,monospace;margin-block:4px}
.values :is(.leaf,.branch>.leaf,.branch>.branch){padding-inline-start:16px;overflow-wrap:anywhere}
.values .key{color:var(--muted)}
.values [data-changed]>summary,.values .leaf[data-changed]{color:var(--accent);font-weight:600}
.panel .values summary,.panel .whole>summary{display:list-item;list-style:disclosure-closed inside;border:0;background:none;padding:2px 0;min-block-size:24px}
.panel .values [open]>summary,.panel .whole[open]>summary{list-style-type:disclosure-open}
.sequence{display:grid;grid-template-rows:auto minmax(0,1fr);min-block-size:0}
.panel .stretch label{display:flex;white-space:nowrap;align-items:center;gap:6px}
.panel .stretch input{inline-size:76px}
.lanes{overflow:auto;background:var(--paper);padding:0 14px 14px}
.lanes>:is(div,ol){display:grid;inline-size:fit-content;min-inline-size:100%}
.heads{position:sticky;inset-block-start:0;z-index:1;background:var(--paper);border-block-end:1px solid var(--line)}
.heads b{padding:7px 4px;text-align:center;overflow-wrap:anywhere}
.panel .lanes ol{grid-auto-rows:minmax(38px,auto);padding-block-end:10px;background:linear-gradient(90deg,transparent calc(50% - 1px),var(--line) calc(50% - 1px) 50%,transparent 50%)}
.lanes li{display:grid;align-items:end;min-inline-size:0}
.panel .lanes button>*{display:inline-block;max-inline-size:100%;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom;white-space:nowrap}
.panel .lanes button{position:relative;min-inline-size:0;border:0;border-radius:0;background:none;padding:2px 10px 4px;text-align:center;border-block-end:2px solid var(--chart-line,var(--muted))}
.lanes button span{color:var(--muted);font-size:12px}
.lanes button::after{content:"";position:absolute;inset-block-end:-6px;inline-size:9px;block-size:10px;background:var(--muted)}
.lanes [data-way=there] button::after{inset-inline-end:-1px;clip-path:polygon(0 0,100% 50%,0 100%)}
.lanes [data-way=back] button::after{inset-inline-start:-1px;clip-path:polygon(100% 0,0 50%,100% 100%)}
.panel .lanes [data-way=self] button{background:var(--paper);border:1px dashed var(--muted);border-radius:8px}
.lanes [data-way=self] button::after{content:none}
`;

/** The style of the panel in narrow windows: rows wrap, and on phones all parts are in one column. */
export const narrowPanelStyle = `
.panel header,.panel .bar,.panel .time{flex-wrap:wrap}
.panel{container-type:inline-size}
@container(max-width:660px){
.panel :is(header,.bar,.time){gap:4px;padding-inline:10px;font-size:12px}
.panel :is(header,.bar,.time) button{padding-inline:6px}
.panel header input[type=search]{max-inline-size:none}
.panel header h1{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
.panel .stage .bar{gap:1px}
.panel .stage .bar button{border-color:transparent;padding-inline:5px}
.stage .bar output{min-inline-size:42px}
.stage .bar h2{flex-basis:60px}
}
@container(max-width:420px){.panel .stage .bar button{padding-inline:3px}}
.panel header select{border:1px solid var(--control);border-radius:8px;background:var(--paper);color:var(--ink);padding:3px 8px;min-block-size:28px;min-inline-size:0;flex:0 1 140px}
.panel .notice{order:1;block-size:0;margin:0 auto;max-inline-size:calc(100% - 28px);z-index:3;pointer-events:none}
.panel .notice span{position:relative;inset-block-end:10px;display:block;inline-size:fit-content;transform:translateY(-100%);padding:8px 14px;border:1px solid var(--line);border-radius:10px;background:var(--surface);color:var(--ink);box-shadow:0 4px 16px #0003}
.panel .notice span:empty{display:none}
@media(max-width:640px){
.panel .notice{position:sticky;inset-block-end:0}
.panel header input[type=search]{flex:1 1 140px;max-inline-size:none}
.bench{block-size:auto;min-block-size:100%}
.panel{block-size:auto;min-block-size:100%}
.panel .splitter{display:none}
.panel .bar h2{flex:0 0 100%}
.panel .top{display:block;flex:none}
.tree{border-block-end:1px solid var(--line);max-block-size:180px}
.now{border-block-end:1px solid var(--line)}
.now{max-block-size:260px}
.stage{flex:none;block-size:64vh}
.panel .log{flex:none;max-block-size:60vh}
.panel .log .line{grid-template-columns:26px minmax(0,1fr);row-gap:0}
.panel .log .line>:nth-child(n+3){grid-column:2}
.panel .detail{padding-inline-start:34px}
}
`;
