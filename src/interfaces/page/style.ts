import { properties } from './palette.ts'

/** The whole style of the page: no external fonts or images, both colour schemes, from the narrowest phone to paper. */
export const STYLE = `
:root{color-scheme:light dark;${properties('light')};--serif:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,"Noto Serif",serif;--mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{${properties('dark')}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth;scroll-padding-top:1.5rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.62 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
.page{max-width:46rem;margin:0 auto;padding:0 1rem}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:3px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-6rem;z-index:1;padding:.6rem 1rem;background:var(--ink);color:var(--paper);border-radius:0 0 6px 6px}
.skip:focus{top:0}
header{padding:4rem 0 1rem}
.eyebrow{margin:0 0 .8rem;color:var(--muted);font-size:.875rem;letter-spacing:.06em}
h1,h2{font-family:var(--serif);font-weight:600;line-height:1.18;text-wrap:balance}
h1{font-size:clamp(2rem,6vw,2.9rem);letter-spacing:-.015em;margin:0 0 1.4rem}
h2{font-size:clamp(1.6rem,4.4vw,2.05rem);letter-spacing:-.01em;margin:0 0 .7rem}
h3{font-size:1.0625rem;line-height:1.35;margin:0 0 .35rem;text-wrap:balance}
p{margin:0 0 1rem;max-width:40rem;text-wrap:pretty}
.statement{font-family:var(--serif);font-size:1.22rem;line-height:1.58;margin-bottom:2.4rem}
.banner{border:2px solid var(--agent);border-radius:8px;padding:.9rem 1.1rem;max-width:none;margin:0 0 2rem}
.steps{margin:0;padding-left:1.2rem}
.steps li{margin-bottom:.5rem}
.filter{color:var(--muted);font-size:.9375rem}
nav{margin:2.6rem 0 0;padding:1.1rem 0;border-block:1px solid var(--line)}
nav ol{list-style:none;margin:0;padding:0;display:grid;gap:.1rem 2rem;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr))}
nav a{display:block;padding:.3rem 0;text-decoration:none}
nav a:hover{text-decoration:underline}
.key-figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1.8rem 1.5rem;margin:0 0 1rem}
.key-figures div{border-top:2px solid var(--ink);padding-top:.6rem}
dt{color:var(--muted);font-size:.875rem}
dd{margin:0}
.key-figures dd{font-size:.875rem;color:var(--muted);font-variant-numeric:tabular-nums}
.key-figures .large{font-family:var(--serif);font-size:2.1rem;line-height:1.25;color:var(--ink);font-variant-numeric:lining-nums}
section{padding:4.5rem 0 0}
main:focus{outline:none}
.answer{font-size:1.12rem;margin-bottom:2.2rem}
section>h3{margin-top:2.8rem}
figure{margin:0 0 3.2rem}
figure>p{color:var(--muted);font-size:.9688rem}
.scroll{--shade:color-mix(in srgb,var(--ink) 22%,transparent);overflow-x:auto;overscroll-behavior-x:contain;position:relative;background:linear-gradient(to right,var(--paper) 1.2rem,transparent) left/2.4rem 100% no-repeat local,linear-gradient(to left,var(--paper) 1.2rem,transparent) right/2.4rem 100% no-repeat local,linear-gradient(to right,var(--shade),transparent) left/1rem 100% no-repeat scroll,linear-gradient(to left,var(--shade),transparent) right/1rem 100% no-repeat scroll}
.hint{font-size:.875rem;color:var(--muted);margin:0 0 .4rem}
@media (min-width:37rem){.hint.on-phone{display:none}}
@media (min-width:46.01rem){.hint.on-narrow{display:none}}
.chart{display:block;height:auto;font-family:inherit;font-size:12.5px;color:var(--ink);background:transparent}
.chart text,.chart tspan{white-space:pre}
.chart.narrow{display:none}
@media (max-width:46rem){.chart.wide{display:none}.chart.narrow{display:block}}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.3rem;margin:0 0 .6rem;padding:0;font-size:.875rem;color:var(--ink)}
.legend li{display:flex;align-items:center;gap:.45rem}
.sample{flex:none}
.absent{background:var(--raised);border-left:3px solid var(--muted);padding:.9rem 1.1rem;border-radius:0 6px 6px 0;color:var(--ink)}
.note{font-size:.875rem;color:var(--muted);margin:.6rem 0 0}
.reason{color:var(--muted);font-style:italic;white-space:normal}
details{margin:.7rem 0 0}
summary{cursor:pointer;color:var(--accent);font-size:.9375rem;padding:.35rem 0;width:fit-content}
summary:hover{text-decoration:underline;text-underline-offset:.2em}
.cuts{border-bottom:1px solid var(--line);margin-bottom:1rem}
.cuts details{margin:0;border-top:1px solid var(--line);padding:.3rem 0}
.count{color:var(--muted);font-variant-numeric:tabular-nums;font-size:.875em}
table{border-collapse:collapse;width:100%;font-size:.875rem;line-height:1.45;margin:.5rem 0}
th,td{text-align:left;vertical-align:top;padding:.5rem .9rem .5rem 0;border-bottom:1px solid var(--line)}
thead th{color:var(--muted);font-weight:500;vertical-align:bottom}
tbody th{font-weight:500;min-width:8.5rem;max-width:22rem;overflow-wrap:anywhere}
td{font-variant-numeric:tabular-nums}
.right{text-align:right}
.scroll td{min-width:4.5rem}
.scroll td.right{white-space:nowrap}
.stacking{margin-bottom:3rem}
.stacking td{padding-block:.9rem}
.stacking{table-layout:fixed;overflow-wrap:break-word}
.stacking th:nth-child(n+2):nth-child(-n+4){width:6rem;overflow-wrap:normal}
.stacking th:first-child{width:36%}
.stacking th:last-child,.stacking td:last-child{padding-left:1.4rem;padding-right:0}
@media (min-width:52rem){.stacking,details .scroll{--wide:min(60rem,50vw + 20rem)}
details .scroll{width:max-content;min-width:100%;max-width:var(--wide)}}
@media (min-width:64.01rem){.stacking{width:var(--wide)}}
.tool{display:block;font-weight:600}
.tool b{display:inline-block;min-width:1.4em;color:var(--muted);font-weight:500}
.cause{color:var(--muted);font-weight:400;font-size:.8125rem;border:1px solid var(--line);border-radius:99px;padding:.05rem .55rem;white-space:nowrap}
.quoted,code{font-family:var(--mono);font-size:.84em;overflow-wrap:break-word}
.next{list-style:none;margin:0;padding:0}
.next li+li{margin-top:.35rem}
.facts{display:grid;gap:.5rem 2rem;margin:1.6rem 0 2.6rem;font-size:.9375rem}
.facts div{display:grid;grid-template-columns:8.5rem 1fr;gap:1rem}
.facts dd{overflow-wrap:anywhere;min-width:0}
footer{margin-top:5rem;padding:1.6rem 0 4rem;border-top:1px solid var(--line);font-size:.875rem;color:var(--muted)}
@media (max-width:40rem){
header{padding-top:2.4rem}
section{padding-top:3.4rem}
.key-figures{grid-template-columns:1fr 1fr;gap:1.4rem 1.2rem}
.key-figures .large{font-size:1.75rem}
.facts div{grid-template-columns:1fr;gap:0}
}
@media screen and (max-width:64rem){
.stacking,.stacking tbody,.stacking tr{display:block}
.stacking thead{position:absolute;clip-path:inset(50%);height:1px;width:1px;overflow:hidden}
.stacking tr{display:grid;grid-template-columns:repeat(3,1fr);gap:.5rem 1rem;border-bottom:1px solid var(--line);padding:1rem 0}
.stacking td,.stacking td:first-child,.stacking td:last-child{border:0;padding:0;text-align:left;min-width:0}
.stacking td:first-child,.stacking td:last-child{grid-column:1/-1}
.stacking td:not(:first-child)::before{content:attr(data-label);display:block;color:var(--muted);font-size:.8125rem}
}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{
:root{${properties('light')};--paper:#fff}
body{font-size:10.5pt}
.skip,nav,summary{display:none}
details::details-content{content-visibility:visible;block-size:auto}
.scroll{overflow:visible;background:none}
.hint{display:none}
.stacking,details .scroll{width:100%;min-width:0}
.chart.wide{display:block;width:100%;max-width:100%;min-width:0}
.chart.narrow{display:none}
figure,tr{break-inside:avoid}
h2,h3{break-after:avoid}
section{padding-top:2rem}
}
`
