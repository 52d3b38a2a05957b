/** Whose work a session is: a person's, that of something that runs by itself, a helper's, a measured run's, or a sign of life. */
export const SESSION_KINDS = ['person', 'job', 'subagent', 'experiment', 'probe'] as const
export type SessionKind = (typeof SESSION_KINDS)[number]

/** Told by where the session was held and how it came out of another. Null: its agent does not say. */
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
