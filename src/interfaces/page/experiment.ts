import { percent } from '../../lib/number-text.ts'
import { countedUnits, effectText, headText, missingSentence, verdictSentence } from '../../experiment/report-words.ts'
import type { ExperimentReport } from '../../schema/listing/experiment-report.ts'
import { openCanvas } from './canvas.ts'
import { doseFigure, strataFigure } from './experiment-cuts.ts'
import { effectFigure, sequenceFigure } from './experiment-figures.ts'
import { BOARD_STYLE } from './experiment-style.ts'
import { taskSection } from './experiment-tasks.ts'
import { costs, declared, wrongs } from './experiment-trust.ts'
import { unbroken } from './number-words.ts'
import { pageFrame } from './frame.ts'
import { keyFigures } from './key-figures.ts'
import { foreign, type Html, html } from './markup.ts'

/**
 * Renders the result of an experiment as one self-contained page. Helps, hurts and no difference have the same size
 * and colour. The same input gives the same bytes.
 */
export const renderExperiment = async (
  report: ExperimentReport,
  made: { at: string; version: string },
): Promise<string> => {
  await using canvas = await openCanvas()
  const hasTasks = report.design === 'paired'
  const cuts = html`${strataFigure(canvas, report)}${doseFigure(canvas, report)}`
  return pageFrame(
    'Does it help?',
    html`<a class="skip" href="#answers">Skip to the answers</a>
<div class="page board">
${opening(report, made)}
<main id="answers" tabindex="-1" class="columns${hasTasks ? '' : ' two'}">
<div><section aria-labelledby="effect-title"><h2 id="effect-title">How large is the effect?</h2>${effectFigure(canvas, report)}</section>
<section aria-labelledby="time-title"><h2 id="time-title">How did it settle?</h2>${sequenceFigure(canvas, report)}</section>
${hasTasks && cuts}</div>
${hasTasks && html`<div>${taskSection(report)}</div>`}
<div class="aside">${costs(report)}${wrongs(report)}${declared(report)}${!hasTasks && cuts}</div>
</main>
<footer><p>Made <time datetime="${made.at}">${made.at.slice(0, 16).replace('T', ' ')} UTC</time> by Warmstart ${made.version}. Names of tasks and models on this page come from your files: read it before you share it.</p></footer>
</div>`,
    BOARD_STYLE,
  )
}

const opening = (report: ExperimentReport, { at }: { at: string }): Html => {
  const { primary, isCausal } = report
  const title = headText(report)
  const effect = primary.estimate === null ? '' : `: ${effectText(primary, primary.estimate)}`
  const missing = missingSentence(report)
  return html`<header>
<p class="eyebrow">Warmstart experiment · ${foreign(report.name, 80)} · ${report.design} · ${at.slice(0, 10)}</p>
<h1>${title.charAt(0).toUpperCase()}${title.slice(1)}${effect}</h1>
<p class="statement">${unbroken(foreign(sentence(verdictSentence(report).replace(/^[a-z ]+: /, '')), 300))}${missing !== undefined && html` ${unbroken(foreign(missing, 500))}`}</p>
${!isCausal && html`<p class="banner"><strong>Not causal.</strong> History was compared: no draw decided which session was given what, so the difference may have any cause.</p>`}
${keyFigures(figuresOf(report))}
</header>`
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const figuresOf = (report: ExperimentReport) => [
  ...report.arms.slice(0, 3).map(({ name, success, trials, invalid }) => ({
    name: `Success, ${foreign(name, 40)}`,
    value: success === null ? '–' : percent(success.mean, '\u00a0'),
    note: `${trials - invalid} valid ${trials - invalid === 1 ? 'trial' : 'trials'}${invalid > 0 ? `, ${invalid} invalid` : ''}`,
  })),
  ...(report.pairs === null
    ? []
    : [
        {
          name: 'Better, worse, the same',
          value: `${report.pairs.wins} · ${report.pairs.losses} · ${report.pairs.ties}`,
          note: `of ${countedUnits(report, report.pairs.pairs)}`,
        },
      ]),
]
