import { arrowStyle, chartStyle, createChartColoursCss, highlightStyle } from '../charts/style';
import { createThemeColoursCss } from '../charts/theme';
import { forcedColoursStyle } from '../panel/forced';

/** The style sheet of the gallery, in both colour schemes. */
export const galleryStyle = `
${createThemeColoursCss(':root')}
${createChartColoursCss('.chart')}${chartStyle}${highlightStyle}${arrowStyle}
*,::before,::after{box-sizing:border-box}
[hidden]{display:none!important}
html,body{margin:0}
body{background:var(--paper);color:var(--ink);font:14px/1.5 Inter,-apple-system,"Segoe UI",Roboto,Arial,"DejaVu Sans Condensed",sans-serif}
h1,h2{font-weight:600;line-height:1.2;letter-spacing:-.01em;margin:0}
h1{font-size:32px}h2{font-size:22px;margin-block:0 12px}
h3{font-size:16px;font-weight:600;margin:0}
p{margin:0;color:var(--muted)}
a{color:inherit}
b{font-weight:600}
ul,ol{list-style:none;margin:0;padding:0}
button,input,select{font:inherit;color:inherit}
button{cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
fieldset{border:0;margin:0;padding:0;min-inline-size:0}
.icon{inline-size:16px;block-size:16px;fill:currentColor;display:block}
.icon.search{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round}
.top{display:flex;align-items:center;gap:12px;padding:10px 24px;min-block-size:57px;background:var(--surface);border-block-end:1px solid var(--line)}
.top .logo{inline-size:22px;block-size:22px;color:var(--accent);flex:none}
.top a{font-weight:600;text-decoration:none;padding:6px 0}
.top a:hover{color:var(--accent)}
.top i{color:var(--muted);font-style:normal}
.top select{border:1px solid var(--control);border-radius:10px;background:var(--surface);padding:6px 12px;font-weight:600}
label.search{display:flex;align-items:center;gap:8px;padding:0 12px;border:1px solid var(--control);border-radius:10px;background:var(--paper);flex:0 1 320px;min-inline-size:0;margin-inline-start:auto}
label.search input{flex:1;border:0;background:none;padding:8px 0;min-inline-size:0;outline:none}
label.search:focus-within{outline:2px solid var(--accent);outline-offset:1px}
label.search input::-webkit-search-cancel-button{display:none}
kbd{border:1px solid var(--line);border-radius:5px;padding:0 6px;font:inherit;font-size:12px;color:var(--muted)}
.figures{display:flex;flex-wrap:wrap;gap:8px 28px;margin:0}
.figures div{display:flex;flex-direction:column-reverse}
.figures dt{color:var(--muted);font-size:13px}
.figures dd{margin:0;font-size:22px;font-weight:600;font-variant-numeric:tabular-nums;line-height:1.2}
.figures .whole dd{color:var(--accent)}
.index{max-inline-size:1608px;margin:auto;padding:32px 24px 64px}
.intro{display:flex;flex-wrap:wrap;align-items:end;justify-content:space-between;gap:16px 48px;margin-block-end:24px}
.intro p{font-size:16px;max-inline-size:40em;text-wrap:pretty;margin-block-start:8px}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(290px,1fr));gap:16px}
.card{display:flex;flex-direction:column;block-size:100%;border:1px solid var(--line);border-radius:16px;background:var(--surface);overflow:hidden;text-decoration:none}
.card:hover{border-color:var(--accent)}
.card .picture{block-size:214px;padding:16px;background:color-mix(in srgb,var(--line) 40%,var(--surface));display:grid;place-items:center}
.card .picture svg{inline-size:auto;block-size:auto;max-inline-size:100%;max-block-size:182px;background:none}
.card .picture .chart{--chart-paper:transparent}
.card .picture .group>:is(.frame,.rule){display:none}
.card .words{padding:14px 18px 18px;display:grid;gap:4px}
.card .line{display:flex;justify-content:space-between;gap:12px;align-items:baseline}
.card .line span,.card small{color:var(--muted);font-size:13px}
.card small b{color:var(--ink)}
.title{display:flex;flex-wrap:wrap;align-items:end;justify-content:space-between;gap:8px 32px;padding:16px 24px;border-block-end:1px solid var(--line)}
.title p{max-inline-size:52em;font-size:15px}
.player{display:grid;grid-template:"stories stage side" minmax(0,1fr) "controls controls controls" auto/288px minmax(0,1fr) minmax(320px,32%);block-size:calc(100vh - 152px);min-block-size:560px;border-block-end:1px solid var(--line)}
.player[data-alone]{grid-template:"stage" minmax(0,1fr) "controls" auto/minmax(0,1fr)}
.player[data-alone] :is(.stories,.side){display:none}
.player>.search{position:absolute;inset-block-start:9px;inset-inline-end:24px}
.stories{grid-area:stories;display:flex;flex-direction:column;min-block-size:0;background:var(--surface);border-inline-end:1px solid var(--line)}
.stories fieldset,.controls fieldset{display:flex}
.stories fieldset{padding:12px 14px}
fieldset>button,.controls>button{border:1px solid var(--line);background:var(--surface);padding:6px 10px;border-radius:8px}
.stories fieldset button{flex:1}
.stories fieldset button:first-child,.controls fieldset button:first-child{border-start-end-radius:0;border-end-end-radius:0}
.stories fieldset button:last-child,.controls fieldset button:last-child{border-start-start-radius:0;border-end-start-radius:0;border-inline-start:0}
button:hover{background:color-mix(in srgb,var(--accent) 8%,var(--surface))}
button[aria-pressed=true]{background:color-mix(in srgb,var(--accent) 12%,var(--surface));color:var(--accent);font-weight:600}
button[aria-disabled=true]{opacity:.45;cursor:default}
.stories ul{overflow:auto;padding:0 6px 12px;flex:1}
.stories p{padding:12px 16px}
.stories li button{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 8px;inline-size:100%;text-align:start;border:0;background:none;border-radius:10px;padding:8px 10px}
.stories small{grid-column:1/-1;color:var(--muted);font-size:13px;overflow:hidden;text-overflow:ellipsis;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.stories li span{color:var(--muted);font-size:13px}
.stories [aria-current]{background:color-mix(in srgb,var(--accent) 12%,var(--surface))!important}
.stories [aria-current] b{color:var(--accent)}
.stage{grid-area:stage;position:relative;min-inline-size:0;min-block-size:0;display:grid;grid-template-rows:auto auto minmax(0,1fr)}
.stage .canvas{grid-row:3}
.stage>:is(.note,.faults){margin:0;padding:6px 14px;background:color-mix(in srgb,var(--gold) 14%,var(--surface))}
.stage:has(>.note,>.faults){padding-block-start:54px;background:var(--paper)}
.stage:has(>.note,>.faults) .canvas{padding-block-start:12px}
.stage .canvas{overflow:auto;background:var(--paper);padding:52px 12px 12px}
.stage .canvas svg{display:block;margin:auto}
.stage .progress{position:absolute;z-index:1;inset-block-end:10px;inset-inline-start:14px;padding:3px 4px 3px 12px;border:1px solid var(--line);border-radius:12px;background:var(--surface);color:var(--ink)}
.progress button{margin-inline-start:4px;border:0;border-radius:8px;background:none;padding:4px 9px}
.bar{position:absolute;z-index:1;inset-block-start:10px;inset-inline-end:18px;display:flex;align-items:center;gap:2px;padding:3px;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
.bar button{border:0;padding:5px 9px}
.bar output,.controls output{color:var(--muted);min-inline-size:48px;text-align:center;font-variant-numeric:tabular-nums}
.chart [data-state]:focus{outline:none}
.chart [data-state]:focus-visible>.frame{stroke:var(--accent);stroke-width:3}
.side{grid-area:side;display:grid;grid-template-rows:auto auto minmax(0,1fr);min-block-size:0;min-inline-size:0;background:var(--surface);border-inline-start:1px solid var(--line)}
.view{aspect-ratio:10/7;max-block-size:46vh;inline-size:100%;overflow:hidden;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);place-items:center;background:var(--paper);border-block-end:1px solid var(--line)}
.view iframe{border:0;flex:none;grid-area:1/1;transform-origin:center;background:var(--paper)}
.side .caption{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px;padding:10px 16px;border-block-end:1px solid var(--line);color:var(--ink)}
.caption span{color:var(--muted)}
.steps{overflow:auto;padding:8px}
.steps button{display:flex;flex-wrap:wrap;gap:0 8px;inline-size:100%;text-align:start;border:0;background:none;border-radius:8px;padding:4px 8px}
.steps button>*{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.steps button>:first-child{flex:none;inline-size:28px;color:var(--muted);text-align:end}
.steps button>:nth-child(2){max-inline-size:calc(100% - 36px)}
.steps button>.to{margin-inline-start:auto;color:var(--accent);white-space:normal;text-align:end;overflow-wrap:anywhere}
.steps .guard{color:var(--gold)}
.steps [data-to]{font-style:italic}
.steps [data-future],.steps [data-future] .to{color:var(--muted)}
.steps [aria-current]{background:color-mix(in srgb,var(--accent) 12%,var(--surface))}
.controls{grid-area:controls;display:flex;align-items:center;gap:8px;padding:8px 24px;background:var(--surface);border-block-start:1px solid var(--line)}
.controls>button{padding:8px}
.controls>.play{background:var(--accent);color:var(--onAccent);border-radius:20px;padding:11px}
.controls>.play:hover{background:var(--accentHover)}
.controls input[type=range]{flex:1;accent-color:var(--accent);min-inline-size:60px}
.controls p:empty{display:none}
.tables{max-inline-size:1608px;margin:auto;padding:32px 24px 64px;display:grid;grid-template-columns:minmax(0,1fr);gap:40px}
table{border-collapse:collapse;inline-size:100%;background:var(--surface)}
.system{margin-block-start:48px}
.system p{max-inline-size:52em;margin-block:8px 16px;font-size:15px}
.system svg{display:block;margin:auto}
.scroll{overflow:auto;border:1px solid var(--line);border-radius:12px}
th,td{text-align:start;vertical-align:top;padding:8px 14px;border-block-start:1px solid var(--line)}
thead th{border:0;color:var(--muted);font-weight:500;font-size:13px}
tbody th{font-weight:600;white-space:nowrap}
td:empty::after{content:"–";color:var(--muted)}
td.guard{color:var(--muted)}
.tag{color:var(--muted);font-weight:400}
@media(max-width:1100px){.player{grid-template:"stories side" minmax(0,1fr) "stage stage" 70vh "controls controls" auto/minmax(0,1fr) minmax(0,1fr);block-size:auto}.stories,.side{block-size:560px}}
@media(max-width:640px){.player{grid-template:"side" auto "controls" auto "stories" auto "stage" 70vh/minmax(0,1fr)}.player>.search{position:static;margin:8px 24px}.controls{flex-wrap:wrap}.stories{block-size:320px}}
${forcedColoursStyle}`;

/** The style of the page in the gallery's frame, which never scrolls. */
export const stageStyle = 'html{overflow:hidden}';
