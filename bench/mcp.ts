import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { refreshReady } from '../src/provision/run-ready.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { patternDraft, recoveryDraft, templateDraft } from '../tests/support/template-fixture.ts'
import { report } from './measure.ts'
import { PROGRAM } from './program.ts'

const TEMPLATES = 1_000
const PATTERNS = 15
const CALLS = 500
/** Before it is measured: what is loaded and compiled at the first call is not what a call costs. */
const WARM_UP_CALLS = 50
/** An absolute bar, unlike most others: an agent waits for it. */
const SLOWEST_MS = 20

/** Calls of a client to a server in a process of its own, over a store of a thousand templates. */
export const benchMcp = async (scratch: string): Promise<void> => {
  const home = join(scratch, 'mcp')
  await fill(`sqlite:${join(home, 'warmstart.db')}`)
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, WARMSTART_HOME: home, WARMSTART_OWNER: 'sam' }
  const transport = new StdioClientTransport({ command: PROGRAM, args: ['mcp'], env, stderr: 'inherit' })
  await client.connect(transport)
  try {
    for (const [title, name, argumentsOf] of KINDS) {
      const times: number[] = []
      let before = 0
      for (let run = -WARM_UP_CALLS; run < CALLS; run++) {
        if (run === 0) before = processorMs(transport.pid)
        const startedAt = performance.now()
        const { isError, content } = await client.callTool({ name, arguments: argumentsOf(Math.abs(run)) })
        if (run >= 0) times.push(performance.now() - startedAt)
        if (isError === true) throw new Error(JSON.stringify(content))
      }
      // On a machine that does other work too, the slowest hundredth is waiting for the processor.
      const each = (processorMs(transport.pid) - before) / CALLS
      const note = `median ${quantile(times, 0.5).toFixed(2)} ms; of the server's processor ${each.toFixed(2)} ms each`
      report(
        `mcp ${title} of ${TEMPLATES.toLocaleString('en')} templates, p99`,
        quantile(times, 0.99),
        SLOWEST_MS,
        'ms',
        note,
      )
    }
  } finally {
    await client.close()
  }
}

/** What a process has used so far; nothing where the system does not tell. The system counts in hundredths of a second. */
const processorMs = (pid: number | null): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

const THINGS = 'invoice parser cart shader ledger firmware crawler scheduler tokenizer dashboard'.split(' ')
const thing = (at: number): string => `${THINGS[at % THINGS.length] ?? ''}${Math.floor(at / THINGS.length)}`

const KINDS: [title: string, tool: string, argumentsOf: (run: number) => Record<string, unknown>][] = [
  [
    'select_template',
    'select_template',
    (run) => ({ task: `Fix the ${thing(run)} and run its tests`, session_key: `session-${run}` }),
  ],
  ['warm_session list', 'warm_session', () => ({ action: 'list' })],
  ['warm_session load', 'warm_session', (run) => ({ action: 'load', name: `template-${(run * 499) % TEMPLATES}` })],
  ['recovery_for_error', 'recovery_for_error', (run) => ({ tool: 'Bash', error: `the ${thing(run)} is not in std` })],
]

const fill = async (address: string): Promise<void> => {
  const store = await openStore(address)
  const now = Date.now()
  await store.transaction(async (transaction) => {
    for (let at = 0; at < TEMPLATES; at++)
      await saveTemplate(transaction, {
        name: `template-${at}`,
        owner: 'sam',
        state: 'active',
        now,
        description: `Work on the ${thing(at)}`,
        draft: templateDraft({
          scope: { owner: 'sam', project: `/home/sam/${thing(at)}`, source: null, platform: null, model: null },
          patterns: Array.from({ length: PATTERNS }, (_, index) =>
            patternDraft(`make ${thing(at)}-${index}`, { id: (at * PATTERNS + index).toString(16).padStart(12, '0') }),
          ),
          recoveries: [
            recoveryDraft(`the ${thing(at)} is not in std`, {
              expiresAt: new Date(now + 20 * 86_400_000).toISOString(),
            }),
          ],
        }),
      })
  })
  await refreshReady(store, { now })
  await store.close()
}
