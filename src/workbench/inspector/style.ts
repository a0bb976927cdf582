import { panelStyle } from '../panel/style';

/** The style sheet of the inspector, which shows the panel on a whole page. */
export const inspectorStyle = `
html,body{block-size:100%;margin:0}
#inspector{block-size:100%}
${panelStyle}
.bench .whole{block-size:100%}
.bench .welcome{display:block;max-inline-size:768px;margin:auto;padding:12vh 24px}
.welcome *{font:inherit}
.welcome a{color:var(--accent)}
.welcome button{border:1px solid var(--line);border-radius:8px;background:var(--surface);color:var(--ink);padding:5px 10px;min-block-size:28px;cursor:pointer}
.welcome h1{font-size:24px;font-weight:600;margin:0 0 8px}
.welcome p{color:var(--muted);margin:16px 0 6px}
.bench .welcome a{color:var(--accent)}
.bench .welcome pre{margin:0;padding:12px 14px;border:1px solid var(--line);border-radius:10px;background:var(--surface);font:13px/1.5 ui-monospace,monospace;overflow:auto}
@media(min-width:1100px){
.whole .panel{display:grid;grid-template:"header header header" auto "top top top" calc(var(--split-top)*1%) "row row row" auto "stage column log" minmax(0,1fr) "time time time" auto/minmax(0,1fr) auto calc(var(--split-column)*1%)}
.whole header{grid-area:header}
.whole .top{grid-area:top}
.whole .stage,.whole .panel .notice{grid-area:stage}
.whole .panel .notice{align-self:end}
.whole .time{grid-area:time}
.whole .panel>.splitter{display:none;grid-area:row}
.whole .panel>.top+.splitter{display:block}
.whole .panel>.splitter[aria-orientation=vertical]{display:block;grid-area:column}
.bench .whole .log{grid-area:log}
.whole .log .line{grid-template-columns:28px 84px minmax(0,1fr) minmax(0,1fr)}
.whole .detail{padding-inline-start:136px}
}
`;
