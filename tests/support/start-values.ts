import * as v from 'valibot'
import type { HistoryProfile } from '../../src/schema/listing/history-profile.ts'
import { StartReport } from '../../src/verbs/start/shape.ts'
import { dimHistoryValue, emptyHistoryValue, historyValue } from './profile-values.ts'

const carried = (template: string, sessions: number, shows: string[]) => ({
  template,
  project: '/home/dev/shop',
  patterns: 4,
  recoveries: 1,
  sessions,
  shows,
})

const TOTALS = { files: 0, sessions: 0, calls: 0, ok: 0, error: 0, unknown: 0, newCalls: 0, issues: 0, ms: 12 }

/** A first screen with everything that it can have. Zod leaves out of the history what the screen does not hold. */
export const startValue = (history: HistoryProfile = historyValue(), given: Partial<StartReport> = {}): StartReport =>
  v.parse(StartReport, {
    sources: [],
    totals: TOTALS,
    unowned: 0,
    unreadable: [],
    notRead: [],
    joined: [],
    sample: false,
    store: 'sqlite:/home/sam/.warmstart/warmstart.db',
    figures: history,
    headline: [],
    page: '/home/sam/.warmstart/report.html',
    lessons: [],
    lessonsLeftOut: { told: 0, stale: 0 },
    carryOver: {
      inUse: [carried('shop-tests', 12, ['npm test', 'npm run lint', 'tsc'])],
      proposed: [
        carried('ledger-candidate', 7, ['go test', 'go build', 'git status']),
        carried('courier-candidate', 5, [
          'a command that is so long that no window of a terminal has room for all of it',
        ]),
      ],
    },
    turnOn: 'warmstart install claude-code',
    ...given,
  } satisfies StartReport)

/** The first screen of somebody whose agents record hardly any outcome, with all that can be left out. */
export const dimStartValue = (): StartReport =>
  startValue(dimHistoryValue(), {
    totals: { ...TOTALS, issues: 3 },
    unowned: 2,
    notRead: [{ agent: 'otherwise', title: 'Otherwise', sessions: 41, path: '/home/sam/.otherwise' }],
    carryOver: { inUse: [], proposed: [] },
    lessonsLeftOut: { told: 2, stale: 1 },
    turnOn: null,
  })

/** The first screen of the sample. */
export const sampleStartValue = (): StartReport =>
  startValue(historyValue(), { sample: true, turnOn: 'warmstart install claude-code', page: null })

/** The first screen where nothing was found to read. */
export const emptyStartValue = (): StartReport =>
  startValue(emptyHistoryValue({}), { carryOver: { inUse: [], proposed: [] }, turnOn: null, page: null })

/** The first screen where two projects have lessons. */
export const lessonStartValue = (): StartReport =>
  startValue(historyValue(), {
    lessons: [
      lesson('1', 'shop', '`npm run lintt` does not exist: use `npm run lint`.'),
      lesson('2', 'courier', 'Run `go fmt ./...` before you check or commit.'),
      lesson(
        '3',
        'shop',
        'These paths do not exist: `tests/unit`, `src/api/commands`. Integration tests stand in `e2e`.',
      ),
    ],
  })

const lesson = (id: string, folder: string, text: string): StartReport['lessons'][number] => ({
  id,
  project: `/home/dev/${folder}`,
  kind: 'missing',
  text,
  sessions: 7,
  of: 40,
  state: 'candidate',
})
