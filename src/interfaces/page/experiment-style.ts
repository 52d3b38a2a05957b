/**
 * Style of the result page. On a wide screen the answer is visible without scrolling: verdict and figures across, then
 * three columns with the effect and its course, the tasks, and the cost with possible flaws. On a narrow screen all of
 * it is one column.
 */
export const BOARD_STYLE = `
.board{max-width:88rem}
.board header{padding:1.4rem 0 .4rem}
.board h1{font-size:clamp(1.7rem,5vw,2.3rem);margin:0 0 .35rem}
.board h2{font-size:1.2rem;margin:0 0 .3rem}
.board h3{font-size:.875rem;margin-bottom:.1rem}
.board .eyebrow{margin-bottom:.35rem}
.board .statement{font-size:1.05rem;line-height:1.45;margin:0 0 .8rem;max-width:none}
.board .banner{margin:0 0 .8rem;padding:.5rem .8rem}
.board section{padding-top:1.3rem}
.board figure{margin:0}
.board figure>p{font-size:.875rem;line-height:1.45;margin-bottom:.5rem}
.board .legend{font-size:.8125rem;margin-bottom:.3rem}
.board .chart{max-width:100%}
.board summary{padding:.15rem 0}
.board .note{margin-top:.3rem}
.board .key-figures{gap:.8rem 1.2rem;margin:0}
.board .key-figures div{padding-top:.3rem;border-top-width:1px}
.board .key-figures .large{font-size:1.45rem}
.board .key-figures dd,.board dt{font-size:.8125rem}
.board .aside p,.board .aside li,.board .aside dl{font-size:.8125rem;line-height:1.42}
.board .aside p{margin-bottom:.4rem}
.checks{list-style:none;margin:0;padding:0}
.checks li{padding:.22rem 0;border-bottom:1px solid var(--line)}
.checks b{font-weight:600}
.board .facts{margin:0;gap:.1rem}
.board .facts div{grid-template-columns:6rem 1fr;gap:.5rem}
.pairs{font-size:.8125rem;line-height:1.3;margin:0;table-layout:fixed}
.pairs th,.pairs td{padding:.18rem .4rem .18rem 0;vertical-align:middle}
.pairs tbody th{min-width:0;max-width:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.pairs .dots{width:84px}
.pairs .flip{width:5rem;color:var(--muted)}
.pairs .links{width:5.5rem}
.pairs svg{display:block}
.pairs a{white-space:nowrap}
.pairs code{overflow-wrap:anywhere}
.board footer{margin-top:2rem;padding:1rem 0 2rem}
@media screen and (min-width:80rem){
.board header{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,38rem);column-gap:2.5rem;align-items:end}
.board header>*{grid-column:1}
.board header>.key-figures{grid-column:2;grid-row:1/span 3;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr))}
.board header>.statement,.board header>.banner{grid-column:1/-1}
.board header:has(>.key-figures)>.statement{grid-column:1}
.columns{display:grid;grid-template-columns:minmax(0,44rem) minmax(0,22.5rem) minmax(0,1fr);column-gap:1.5rem;align-items:start}
.columns.two{grid-template-columns:minmax(0,44rem) minmax(0,1fr)}
.board .columns>div>section:first-child{padding-top:.8rem}
}
`
