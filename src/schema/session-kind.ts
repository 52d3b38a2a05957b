/**
 * Whose work a session is: a person's, a scheduled job's, a sub-agent's, an experiment's, or a probe of whether the
 * agent runs.
 */
export const SESSION_KINDS = ['person', 'job', 'subagent', 'experiment', 'probe'] as const
export type SessionKind = (typeof SESSION_KINDS)[number]

/** Tells the kind of a session by its platform and its parent. Null: its agent does not say. */
export const sessionKind = (platform: string | null, parentKind: string | null): SessionKind | null => {
  if (parentKind === 'subagent' || platform === 'subagent') return 'subagent'
  if (platform === null) return null
  return KINDS.find(([, words]) => words.test(platform))?.[0] ?? 'person'
}

/** Platforms where no person takes part; on every other platform a person does. */
const KINDS: [SessionKind, RegExp][] = [
  [
    'job',
    /^(?:cron|cron-event|exec|exec-event|run|ci|batch|headless|print|job|webhook|internal|github-action|sdk(?:-\w{1,20})?)$/,
  ],
  ['experiment', /^(?:experiment|benchmark|eval)$/],
  ['probe', /^(?:heartbeat|probe|health|ping)$/],
]
