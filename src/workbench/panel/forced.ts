/**
 * The style of pressed and current elements in forced-colors mode. There, the browser replaces the colours that usually
 * mark them.
 */
export const forcedColoursStyle = `
@media(forced-colors:active){
:is([aria-pressed=true],[aria-current]):not(svg *),:is([aria-pressed=true],[aria-current]):not(svg *) *{forced-color-adjust:none!important;background:Highlight!important;color:HighlightText!important}
[aria-disabled=true]{color:GrayText!important;opacity:1!important}
.time[data-past]{outline:2px solid Highlight;outline-offset:-2px}
.panel del{text-decoration:line-through}
.panel ins{text-decoration:underline}
.tree .line::before,.server i{forced-color-adjust:none}
.tree .line::before{background:GrayText}
.tree .line[data-busy]::before{background:CanvasText}
.tree .line[aria-current]::before{background:HighlightText}
.server i{background:CanvasText}
.server[data-off] i{background:none;border-color:CanvasText}
}
`;
