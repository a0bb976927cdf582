import { schemeProperties, schemes } from '#views/schemes';
import { forcedColoursStyle } from '../../workbench/panel/forced';

export const demoStyle = `
:root{color-scheme:light dark;${schemeProperties(schemes)}}
*,::before,::after{box-sizing:border-box}
html,body{block-size:100%;margin:0;overflow:hidden}
body{background:var(--paper);color:var(--ink);font:14px/1.45 Inter,-apple-system,"Segoe UI",Roboto,Arial,"DejaVu Sans Condensed",sans-serif}
#demo{display:grid;grid-template:minmax(0,1fr) auto auto/minmax(0,1fr);block-size:100%}
main{position:relative;grid-area:1/1}
.strip{grid-area:3/1}
#page{display:block;border:0;inline-size:100%;block-size:100%}
h1,h2,p,dl,dd{margin:0}
fieldset{border:0;margin:0;padding:0;min-inline-size:0}
button,select{font:inherit;color:inherit;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.star{inline-size:20px;block-size:20px;color:var(--bandGold);flex:none}
.strip{display:flex;align-items:center;flex-wrap:wrap;gap:8px 12px;padding:8px 18px;min-block-size:52px;background:var(--band);color:var(--onBand);font-size:13px}
.strip h1{font-size:13px;font-weight:600}
.strip>p{color:var(--bandMuted);flex:1;min-inline-size:200px}
.strip :focus-visible,.card header :focus-visible{outline-color:var(--bandGold)}
.servers{display:flex;flex-wrap:wrap;border:1px solid var(--bandLine);border-radius:10px;padding:0 4px}
.server{display:flex;align-items:center;gap:6px;padding:0 8px;min-block-size:36px;font-weight:500;white-space:nowrap}
.server i{inline-size:8px;block-size:8px;border-radius:50%;background:#6FDDB4;margin-inline-end:2px}
.server[data-off] i{background:none;border:2px solid #FF8A80}
.server em{font-style:normal;font-weight:400;color:var(--bandMuted)}
.server em+em{margin-inline-start:-6px}
.server select{field-sizing:content;border:0;border-radius:6px;background:var(--band);color:var(--bandMuted);padding:6px 2px}
.strip>button{min-block-size:36px;padding:0 12px;border:1px solid var(--bandLine);border-radius:10px;background:none;font-weight:550}
.strip>button:hover{border-color:var(--bandMuted)}
.strip>button[aria-pressed=true]{background:var(--bandGold);border-color:var(--bandGold);color:#0D2B20}
.said{grid-area:1/1;place-self:end start;z-index:1;margin:0 16px 14px;max-inline-size:360px;padding:9px 14px;border-radius:11px;background:var(--band);color:var(--onBand);font-size:13px;box-shadow:0 8px 24px rgb(12 20 17/.28)}
.said:empty{display:none}
@media(max-width:760px){.said{grid-area:2/1;place-self:stretch;margin:0;max-inline-size:none;border-radius:0;box-shadow:none}}
.card{position:absolute;inset-block-end:16px;inset-inline-end:16px;inline-size:min(328px,calc(100vw - 32px));block-size:min(720px,calc(100% - 32px));display:flex;flex-direction:column;border:1px solid var(--line);border-radius:20px;background:var(--surface);box-shadow:0 24px 64px rgb(12 20 17/.32);overflow:hidden}
.card header{display:flex;align-items:center;gap:10px;padding:8px 8px 8px 14px;background:var(--band);color:var(--onBand)}
.card header b{flex:1;font-weight:600}
.card header button{display:grid;place-items:center;inline-size:32px;block-size:32px;border:0;border-radius:8px;background:none;color:var(--bandMuted)}
.card header button:hover{color:var(--onBand)}
.count{padding:0 8px;border-radius:99px;background:var(--bandGold);color:#0D2B20;font-size:12px;font-weight:650;line-height:20px}
.choice{display:flex;border:1px solid var(--line);border-radius:10px;overflow:hidden}
.choice button{flex:1;border:0;border-inline-start:1px solid var(--line);background:none;padding:6px 9px;min-block-size:34px;font-size:13px;color:var(--muted);white-space:nowrap}
.choice button:first-child{border-inline-start:0}
.choice button:hover{color:var(--ink)}
.choice button:focus-visible{outline-offset:-2px;border-radius:9px}
.choice button[aria-pressed=true]{background:color-mix(in srgb,var(--accent) 12%,var(--surface));color:var(--accent);font-weight:600}
.devices{margin:12px 14px 0}
.mine{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:8px;padding:12px 14px;border-block-end:1px solid var(--line)}
.mine label{display:grid;gap:3px;font-size:12px;color:var(--muted)}
.mine select{inline-size:100%;min-block-size:38px;padding:0 8px;border:1px solid var(--control);border-radius:10px;background:var(--surface);color:var(--ink);font-size:13px}
.mine select:disabled{color:var(--muted);cursor:default}
.card[data-leaving]{opacity:0}
.ask{flex:1;display:flex;flex-direction:column;min-block-size:0;padding:16px 18px;overflow:auto}
.ask h2{font-size:17px;line-height:24px;font-weight:600;margin-block-end:4px}
.ask p{color:var(--muted);text-wrap:pretty}
.ask dl{margin-block:12px;border:1px solid var(--line);border-radius:12px;font-size:13px}
.ask dl div{display:flex;justify-content:space-between;gap:12px;padding:8px 12px}
.ask dl div+div{border-block-start:1px solid var(--line)}
.ask dt{color:var(--muted)}
.message{flex:0 1 auto;min-block-size:70px;margin-block:10px 0;padding:10px 12px;border-radius:10px;background:color-mix(in srgb,var(--line) 40%,var(--surface));font:12px/17px ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;overflow:auto}
.ask .more{min-block-size:18px;margin-block-start:5px;font-size:12px;line-height:18px;text-align:center}
.answers{margin-block-start:auto;display:grid;grid-template-columns:1fr 1fr;gap:8px}
.ask button{min-block-size:44px;padding:0 14px;border:1px solid var(--control);border-radius:12px;background:var(--surface);font-size:15px;font-weight:600}
.ask button:hover{border-color:var(--ink)}
.ask .yes{border-color:var(--accent);background:var(--accent);color:var(--onAccent)}
.ask .yes:hover{background:var(--accentHover)}
.ask .quiet{grid-column:1/-1;min-block-size:36px;border-color:transparent;font-size:13px;font-weight:550;color:var(--muted)}
.idle{align-items:center;gap:6px;padding-block:44px 22px;text-align:center}
.idle b{font-size:28px;line-height:36px;font-weight:600}
.idle p+p{margin-block:20px 10px}
.idle p{font-size:13px;text-wrap:balance}
.card footer{display:grid;gap:6px;padding:10px 14px;border-block-start:1px solid var(--line);font-size:13px;color:var(--muted)}
.card footer .choice button{padding-inline:4px}
.ask h2:focus{outline:none}
@media(min-width:1100px) and (max-width:1439px){main:has(.card) #page{inline-size:calc(100% - 344px)}}
@media(max-width:1180px){.strip>p{display:none}.strip .servers{margin-inline-end:auto}}
@media(prefers-reduced-motion:no-preference){.card{transition:opacity .3s;animation:up .18s cubic-bezier(.2,.7,.3,1)}@keyframes up{from{opacity:0;transform:translateY(8px)}}}
${forcedColoursStyle}`;
