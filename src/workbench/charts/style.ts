/** The colours of a chart in each colour scheme, as custom properties. A page can override them. */
const light =
  '--chart-paper:#f7f8fa;--chart-surface:#fff;--chart-ink:#16191f;--chart-muted:#575e6b;--chart-line:#a4abb7;--chart-rule:#dfe2e8;--chart-accent:#2c55c9;--chart-lit:#dde6fb;--chart-guard:#855a0c;--chart-level1:#f1f3f6;--chart-level2:#e9ecf1;--chart-level3:#e0e4eb';
const dark =
  '--chart-paper:#0e1014;--chart-surface:#1a1e26;--chart-ink:#e9ebf0;--chart-muted:#a1a8b5;--chart-line:#737c8c;--chart-rule:#2f3540;--chart-accent:#8fb0ff;--chart-lit:#1f2e54;--chart-guard:#dfb25c;--chart-level1:#13161b;--chart-level2:#191d24;--chart-level3:#1f242d';

/** The colours of a chart as custom properties of `selector`, in both schemes. */
export const createChartColoursCss = (selector: string) =>
  `${selector}{color-scheme:light dark;${light}}@media(prefers-color-scheme:dark){${selector}{${dark}}}`;

/** The style sheet of a chart. `.lit` marks active states, and `.taken` the transitions of the last step. */
export const chartStyle = `
.chart{background:var(--chart-paper);font:12px Inter,Arial,"DejaVu Sans Condensed",sans-serif}
.chart text{fill:var(--chart-ink);text-rendering:geometricPrecision}
.chart .frame,.chart .inner{fill:var(--chart-surface);stroke:var(--chart-line)}
.chart .inner{fill:none}
.chart .group>.frame{fill:var(--chart-level2);stroke:var(--chart-rule)}
.chart .depth0.group>.frame{fill:var(--chart-paper);stroke:var(--chart-line)}
.chart .depth1.group>.frame{fill:var(--chart-level1)}
.chart .depth3.group>.frame,.chart .depth4.group>.frame{fill:var(--chart-level3)}
.chart .region>.frame{stroke:var(--chart-line);stroke-dasharray:4 4}
.chart .transient>.frame{fill:var(--chart-paper)}
.chart .name{font-size:14px;font-weight:600}
.chart .tag{font-size:12px;font-weight:500;fill:var(--chart-guard)}
.chart .note{font-size:12px}
.chart .pill-name{font-weight:500;fill:var(--chart-muted)}
.chart .caption,.chart .note .kind,.chart .via,.chart .actions,.chart text .to{fill:var(--chart-muted)}
.chart .word{font-weight:600}
.chart .guard{fill:var(--chart-guard)}
.chart .ignored .word{fill:var(--chart-muted)}
.chart .rule{stroke:var(--chart-rule);fill:none}
.chart .start{fill:var(--chart-ink)}
.chart .line{fill:none;stroke:var(--chart-line);stroke-width:1.3}
.chart .halo{fill:none;stroke:var(--chart-paper);stroke-width:5;stroke-opacity:.7}
.chart .tip{fill:var(--chart-line)}
.chart .inbound{fill:var(--chart-accent)}
.chart .plate{fill:var(--chart-paper)}
.chart .depth1 .plate{fill:var(--chart-paper)}
.chart .edge-label.depth2 .plate{fill:var(--chart-level1)}
.chart .edge-label.depth3 .plate{fill:var(--chart-level2)}
.chart .edge-label.depth4 .plate{fill:var(--chart-level3)}
.chart .mark{fill:none;stroke:var(--chart-accent);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.chart .mark.ignored{stroke:var(--chart-muted)}
.chart .hit{fill:none}
.chart .lit>.frame{stroke:var(--chart-accent);stroke-width:2}
.chart .lit.leaf>.frame{fill:var(--chart-lit)}
.chart .lit>.name{fill:var(--chart-accent)}
.chart .taken>.line{stroke:var(--chart-accent);stroke-width:3}
.chart .taken>.tip{fill:var(--chart-accent)}
.chart .row.taken>.hit,.chart .edge-label.taken>.plate{fill:var(--chart-lit)}
.chart text.taken .word{fill:var(--chart-accent)}
`;

/**
 * An arrow before the name of the state that an event leads to. It is drawn by CSS, because some fonts lack the
 * character.
 */
export const arrowStyle = `
.leads::before{content:"";display:inline-block;inline-size:11px;block-size:9px;margin-inline-end:6px;background:currentColor;clip-path:polygon(0 42%,72% 42%,52% 12%,64% 0,100% 50%,64% 100%,52% 88%,72% 58%,0 58%)}
`;

/** The style sheet of marks on a chart: `.refused` marks transitions that a guard refused, `.found` search results. */
export const highlightStyle = `
.chart .fault-badge circle{fill:var(--chart-guard);stroke:var(--chart-paper);stroke-width:1.5}
.chart .fault-badge path{stroke:var(--chart-paper);stroke-width:2;stroke-linecap:round}
.chart .untaken:not(.taken)>.line{stroke-dasharray:2 5}
.chart .untaken:not(.taken)>:is(text,.label) .word,.chart text.untaken:not(.taken) .word{font-weight:400;fill:var(--chart-muted);text-decoration:underline dashed}
.chart .refused:not(.taken)>.line{stroke:var(--chart-guard);stroke-width:2;stroke-dasharray:3 4}
.chart .refused:not(.taken)>.tip{fill:var(--chart-guard)}
.chart .row.refused>.hit,.chart .edge-label.refused:not(.taken)>.plate{stroke:var(--chart-guard);stroke-dasharray:3 4}
.chart text.refused .guard,.chart .row.refused .guard{font-weight:600;text-decoration:underline}
.chart .edge,.chart .label{cursor:default}
.chart:has(.edge.pointed) .edge:not(.pointed){opacity:.3}
.chart .pointed>.line{stroke:var(--chart-ink);stroke-width:2.5}
.chart .pointed>.tip{fill:var(--chart-ink)}
.chart .row.pointed>.hit,.chart .edge-label.pointed>.plate{stroke:var(--chart-line)}
.chart .found>.frame{stroke:var(--chart-guard);stroke-width:3}
.chart .found .word{text-decoration:underline;text-decoration-thickness:2px}
`;
