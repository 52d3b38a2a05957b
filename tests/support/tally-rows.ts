import type { TallyRow } from '../../src/store/derived/tally.ts'
import { markLetter } from '../../src/profile/track.ts'

/** A row of the history made by hand: the outcomes of its calls in order, everything else by default or as given. */
export const tallyRow = (id: string, track: string, given: Partial<TallyRow> = {}): TallyRow => {
  const count = (letters: string): number => [...track].filter((letter) => letters.includes(letter)).length
  const [ok, failed, unknown] = [count('.'), count('aeuxn'), count('?')]
  return {
    id,
    source: 'codex',
    native_id: id,
    platform: 'cli',
    project: '/home/sam/shop',
    model: 'model-large-2',
    started_at: Date.UTC(2026, 2, 1),
    messages: track.length * 2,
    end_reason: null,
    input_tokens: null,
    output_tokens: null,
    cache_read_tokens: null,
    cache_write_tokens: null,
    cost_usd: null,
    calls: track.length,
    ok,
    failed,
    unknown,
    trivial_ok: 0,
    trivial_failed: 0,
    trivial_unknown: 0,
    agent: count('a'),
    environment: count('e'),
    person: count('u'),
    expected: count('x'),
    not_run: count('n'),
    recovered: 0,
    recoverable: count('ae'),
    task_type: 'mixed',
    opening: 'mixed',
    track,
    strata: 's'.repeat(track.length),
    marks: markLetter(0).repeat(track.length),
    tools: JSON.stringify([['Bash', 'terminal', ok, failed, unknown, count('a'), count('.'), 0]]),
    errors: '',
    compactions: '',
    masks: '',
    spent: count('ae'),
    ...given,
  }
}
