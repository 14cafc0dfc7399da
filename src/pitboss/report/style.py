"""The page's look: light or dark as the reader's screen is, from a phone's width to paper."""

from pitboss.report.palette import colour_rules

_LIGHT = """
--page:#fff;--ink:#1a1e24;--muted:#5b6470;--faint:#eceef1;--line:#d9dde2;--soft:#f6f7f9;
--good:0 114 178;--poor:213 94 0;--link:#0b5c92;color-scheme:light;
"""
_DARK = """
--page:#14171b;--ink:#e4e7eb;--muted:#9aa3af;--faint:#23282e;--line:#343b44;--soft:#1b1f24;
--good:60 150 215;--poor:225 110 40;--link:#7cbcec;color-scheme:dark;
"""

_LAYOUT = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;
font-variant-numeric:tabular-nums;overflow-wrap:break-word}
main,header,footer{max-width:1120px;margin:0 auto;padding:0 20px}
header{padding-top:36px}
h1{font-size:27px;line-height:1.2;font-weight:650;letter-spacing:-.012em;margin:0 0 4px}
h2{font-size:18px;font-weight:650;letter-spacing:-.006em;margin:0 0 12px}
h3{font-size:14px;font-weight:600;margin:18px 0 6px}
p{margin:0 0 10px;max-width:76ch}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:2px}
.kicker{color:var(--muted);margin:0 0 18px}
.verdict{font-size:17px;line-height:1.45;margin:18px 0 0;max-width:90ch}
.facts{display:flex;flex-wrap:wrap;gap:10px 32px;margin:0;padding:12px 0;
border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
.facts div{min-width:0}
.facts dt{color:var(--muted);font-size:12px}
.facts dd{margin:0;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin:16px 0 0;font-size:13px}
section{padding-top:36px}
.how{color:var(--muted);font-size:13px;margin:12px 0 0;max-width:88ch}
code,pre,kbd{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:6px 0;padding:10px 12px;background:var(--soft);border-radius:6px;overflow-x:auto;
white-space:pre-wrap;overflow-wrap:anywhere;max-width:100%}
.scroll{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;font-size:14px}
th{font-weight:500;color:var(--muted);font-size:12px;text-align:left;vertical-align:bottom}
th,td{padding:4px 12px 4px 0}
.lined thead th{border-bottom:1px solid var(--line)}
.lined tbody tr+tr>*{border-top:1px solid var(--faint)}
.full{width:100%}
.n{text-align:right;white-space:nowrap}
.muted{color:var(--muted)}
th.sorts{cursor:pointer}
th.sorts:hover,th.sorts:focus-visible{color:var(--ink)}
th[aria-sort]{color:var(--ink)}
th[aria-sort=ascending]::after{content:" \\2191"}
th[aria-sort=descending]::after{content:" \\2193"}
.bot{font-weight:500}
td.bot{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;max-width:16em}
.games code{white-space:nowrap}
.bot::before,.panel figcaption b::before{content:"";display:inline-block;width:.62em;height:.62em;
border-radius:50%;background:var(--c);margin-right:.5em}
.standings .strip{padding:0 24px 0 10px;min-width:120px}
.standings td.strip{border:0!important}
.standings td:not(.strip),.standings th:not(.strip){width:1%}
svg.plot{display:block;overflow:visible}
svg.hidden{position:absolute}
.grid{stroke:var(--faint)}
.zero{stroke:var(--muted);stroke-dasharray:2 3}
.base{stroke:var(--line)}
.mean{stroke:var(--ink);stroke-width:1.5}
.tick{fill:var(--muted);font-size:11px}
.mid{text-anchor:middle}
.end{text-anchor:end}
.name{fill:var(--c);font-size:12px;font-weight:600}
.whisker{stroke:var(--c);stroke-width:2}
.whisker.clean{stroke-width:1}
.whisker.unknown{stroke-dasharray:1 4}
.dot.all{fill:var(--c)}
.dot.clean{fill:var(--page);stroke:var(--c);stroke-width:1.5}
.curve{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}
.band{fill:var(--c);fill-opacity:.14}
.backdrop{fill:none;stroke:var(--line);stroke-width:1}
.bar{fill:var(--c);fill-opacity:.82}
.chart{padding:10px 112px 30px 46px}
.panels{display:grid;gap:20px 26px;
grid-template-columns:repeat(auto-fill,minmax(max(168px,100%/var(--n) - 26px),1fr))}
.panel{margin:0;min-width:0;padding-bottom:16px}
.panel.course{padding-left:38px}
.panel figcaption{font-size:13px;line-height:1.35;margin-bottom:6px;display:flex;gap:8px;
align-items:baseline;min-width:0}
.panel.course figcaption{margin-left:-38px}
.panel figcaption b{font-weight:500;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;
min-width:0}
.panel figcaption span{color:var(--muted);white-space:nowrap;margin-left:auto;font-size:12px}
.heat{border-spacing:2px;border-collapse:separate;font-size:13px}
.heat td{padding:0 3px;min-width:72px;height:32px;text-align:center;border-radius:3px;
white-space:nowrap}
.heat th{padding:0 6px 4px 0;color:var(--ink);font-size:13px}
.heat thead th{padding:0 3px 4px;text-align:center;max-width:8em;overflow:hidden;
text-overflow:ellipsis;white-space:nowrap}
.heat tbody th{position:sticky;left:0;background:var(--page);text-align:left;white-space:nowrap;
max-width:13em;overflow:hidden;text-overflow:ellipsis;vertical-align:middle;padding-bottom:0}
.heat thead th div{max-width:72px;margin:0 auto;overflow:hidden;text-overflow:ellipsis}
.heat.many thead th div{max-width:none;writing-mode:vertical-rl;transform:rotate(180deg);
max-height:11em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;margin:0 auto}
.heat.many td{min-width:30px;height:25px;font-size:12px}
.heat.crowd td{min-width:0;width:28px;padding:0;font-size:11px}
.heat.crowd{border-spacing:1px}.heat.crowd tbody th{max-width:10.5em}
.heat .up{background:rgb(var(--good)/calc(.78*var(--a)))}
.heat .down{background:rgb(var(--poor)/calc(.78*var(--a)))}
.heat .self,.heat .never{background:var(--soft);color:var(--muted)}
.legend{display:flex;flex-wrap:wrap;align-items:center;gap:6px 18px;color:var(--muted);
font-size:12px;margin:8px 0 0}
.key{display:inline-block;vertical-align:middle;margin-right:6px}
.ramp{display:inline-block;width:120px;height:10px;border-radius:3px;vertical-align:middle;
margin:0 6px;background:linear-gradient(90deg,rgb(var(--poor)/.78),transparent,
rgb(var(--good)/.78))}
details{margin:4px 0}
summary{cursor:pointer;color:var(--link);font-size:13px}
details ol{margin:6px 0;padding-left:3.2em;font-size:13px;columns:26em auto;column-gap:32px}
details li::marker{color:var(--muted);font-size:11px}
.fault{margin:0 0 12px;padding-left:12px;border-left:2px solid var(--line);font-size:14px}
.fault p{margin:0}.after{margin-top:14px}
.games td:first-child{overflow-wrap:anywhere;min-width:9em}
footer{padding-top:36px;padding-bottom:48px;color:var(--muted);font-size:13px}
@media (max-width:960px){.more{display:none}}
@media (max-width:640px){
body{font-size:15px}
main,header,footer{padding-left:14px;padding-right:14px}
h1{font-size:23px}
.wide{display:none}
.standings .strip{padding:0 10px 0 4px}td.bot{max-width:8.5em}.name{font-size:11px}
th,td{padding-right:8px}
.chart{padding:8px 98px 30px 42px}
.panels{grid-template-columns:repeat(auto-fill,minmax(148px,1fr));gap:16px 18px}
}
@media print{
body{font-size:10.5pt;background:#fff}
nav,th[aria-sort]::after{display:none}
section,figure,tr,.fault{break-inside:avoid}
section.long{break-inside:auto}
h2,h3{break-after:avoid}
.scroll{overflow:visible}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
@page{margin:14mm}
}
"""

STYLE = (
    f":root{{{_LIGHT}}}{colour_rules(dark=False)}"
    f"@media screen and (prefers-color-scheme:dark){{:root{{{_DARK}}}{colour_rules(dark=True)}}}"
    f"{_LAYOUT}"
).replace("\n", "")
