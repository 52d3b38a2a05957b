import { AppError } from '../../lib/error.ts'
import type { Mined } from '../../mine/run.ts'
import { countLeftOut } from '../../template/left-out.ts'

export interface Sought {
  how: 'build' | 'extract' | 'propose'
  owner: string
  project?: string | undefined
  /** Sessions that a person named. */
  named: number
  minSupport: number
}

/** Says why mining found nothing to keep and what the user can do; undefined if it found something. */
export const nothingFound = (
  { scanned, sessions, patterns, workflows, recoveries, leftOut }: Mined,
  sought: Sought,
): AppError | undefined => {
  if (patterns.length + workflows.length + recoveries.length > 0) return undefined
  if (scanned === 0) return noSession(sought)
  if (sought.how === 'extract')
    return nothing('this session holds no call that could be shown', {
      hint: `\`warmstart profile SESSION\` shows what it did${reasonsOf(leftOut)}`,
    })
  if (sessions.length === 0)
    return nothing(`none of the ${scanned} sessions looked at qualifies${reasonsOf(leftOut)}`, {
      hint: '--min-messages 10 lets shorter ones in',
    })
  if (sought.named === 1)
    return nothing('one session alone makes no built template', {
      hint: '`warmstart extract SESSION` makes one of a session that you vouch for',
    })
  return nothing(
    `nothing worked alike in ${sought.minSupport} independent sessions of the ${sessions.length} that qualify`,
    {
      hint: '--max-sessions 100 looks further back, --min-support 1 asks for less, `warmstart extract SESSION` takes one session',
    },
  )
}

const noSession = ({ owner, project }: Sought): AppError =>
  project === undefined
    ? nothing(`no session of ${owner} fits`, {
        hint: '`warmstart sync` reads what agents have written, `warmstart sessions` lists it; --owner names another owner',
      })
    : nothing(`no session of ${owner} in the project ${project} fits`, {
        hint: '`warmstart sessions` lists what was read and `warmstart sync` reads what is new; --owner and --store name another owner and store',
      })

const nothing = (sentence: string, { hint }: { hint: string }): AppError =>
  new AppError('nothing-found', `${sentence}: nothing was written`, { hint })

const MOST_REASONS = 3

const reasonsOf = (leftOut: Mined['leftOut']): string => {
  const told = countLeftOut(leftOut)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_REASONS)
    .map(({ reason, count }) => `${reason} (${count})`)
  return told.length === 0 ? '' : `: ${told.join(', ')}`
}
