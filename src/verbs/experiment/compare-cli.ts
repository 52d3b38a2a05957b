import type { Command } from '../../interfaces/cli/command.ts'
import { METRICS } from '../../experiment/metric-scale.ts'
import { giveReport, pagePlace, REPORT_FLAGS } from './report-write.ts'

export const compareRunsCommand: Command = {
  name: 'experiment compare',
  readsOnly: true,
  paged: true,
  summary: 'compare two finished runs of the same tasks, pair by pair',
  arguments: 'A B',
  positionals: { least: 2, most: 2 },
  flags: {
    primary: { type: 'string', value: 'METRIC', choices: METRICS, help: 'what decides (default success)' },
    margin: { type: 'string', value: 'SHARE', help: 'smaller differences do not matter (default 0.05: five points)' },
    alpha: { type: 'string', value: 'SHARE', help: 'chance of a false alarm (default 0.05)' },
    ...REPORT_FLAGS,
  },
  details: [
    'Reads Harbor job directories, Inspect logs (.eval, .json), results of promptfoo and tau-bench, reports of SWE-bench, and trials one a line (.ndjson). Needs no model and no store.',
    'The difference is B minus A. A task counts if both runs have it unchanged; attempts at it count as their mean; trials that broke or were not graded are invalid and do not count as failures.',
  ],
  examples: [
    ['warmstart experiment compare jobs/cold jobs/warm', 'two Harbor jobs'],
    ['warmstart experiment compare cold.eval warm.eval --html result.html', 'two logs of Inspect, as a page'],
  ],
  run: async (context) => {
    const place = pagePlace(context)
    const [first = '', second = ''] = context.positionals
    const { compareFinished } = await import('./compare-operation.ts')
    const report = compareFinished({
      first,
      second,
      primary: context.text('primary'),
      margin: context.text('margin'),
      alpha: context.text('alpha'),
    })
    return giveReport(context, report, place)
  },
}
