import { join } from 'node:path'
import { serveMockModel } from '../../src/scripted-model/serve.ts'
import { explain } from '../../src/verbs/explain/operation.ts'
import { judge } from '../../src/outcome/judge.ts'
import { openStore } from '../../src/store/open.ts'
import { prepareGiven } from './given.ts'
import { CACHE, type Installed } from './install.ts'
import type { Mode, Partner } from './partner.ts'
import { slugOf } from './play.ts'
import { SHELL_COMMANDS } from './shell-commands.ts'
import { makeWorkplace, WARMSTART, type Workplace } from './workplace.ts'

/** How well the bare text of a shell's output tells whether the command failed, against its recorded exit code. */
export interface TextRung {
  title: string
  calls: number
  /** Ended with another exit code than 0. */
  failed: number
  /** Of those, the ones that the text tells. */
  found: number
  /** Worked, and judged to have failed. */
  wrong: number
  /** The text says nothing either way. */
  unknown: number
  /** What was judged wrongly or not at all. */
  mistakes: string[]
}

const MESSAGE = 'Please try these commands.'

/** Has an agent run many commands, and judges each by its text alone. */
export const measureTextRung = async (partner: Partner, mode: Mode, { program }: Installed): Promise<TextRung> => {
  const place = makeWorkplace(join(CACHE, 'play', `${slugOf(mode.title)}-text`))
  await prepareGiven(place)
  const replies = SHELL_COMMANDS.map((command) => ({
    calls: mode.write([{ kind: 'shell', command }])?.calls ?? [],
  }))
  const server = await serveMockModel({
    rules: [{ when: { contextContains: MESSAGE }, per: 'server', replies: [...replies, { text: 'That was all.' }] }],
    otherwise: { text: 'yes' },
  })
  try {
    const at = { model: server.address, project: place.project, warmstart: WARMSTART }
    for (const [path, text] of Object.entries(mode.settings(at))) place.write(path, text)
    await place.run(program, mode.ask(MESSAGE), { env: mode.env?.(at) ?? {} })
  } finally {
    await server.close()
  }
  await place.warmstart('sync')
  return judged(mode.title, await recordedCalls(place, partner.name))
}

interface Recorded {
  tool: string
  command: string
  result: string
  exitCode: number
}

/** Calls whose exit code was recorded, and whose output was kept whole. */
const recordedCalls = async (place: Workplace, source: string): Promise<Recorded[]> => {
  const lines = (await place.warmstart('calls', '--json', '--source', source)).split('\n').filter((line) => line !== '')
  const store = await openStore(`sqlite:${join(place.home, '.warmstart', 'warmstart.db')}`)
  const recorded: Recorded[] = []
  for (const line of lines) {
    const { id, tool } = JSON.parse(line) as { id: string; tool: string }
    const { arguments: args, result, fields } = (await explain(store, id)).input
    const given = JSON.parse(args?.head ?? '{}') as { cmd?: string }
    const exitCode = fields['exitCode']
    const isWhole = result !== null && result.chars === result.head.length
    if (typeof exitCode === 'number' && isWhole && given.cmd !== undefined)
      recorded.push({ tool, command: given.cmd, result: result.head, exitCode })
  }
  await store.close()
  return recorded
}

const judged = (title: string, recorded: readonly Recorded[]): TextRung => {
  const rung: TextRung = { title, calls: recorded.length, failed: 0, found: 0, wrong: 0, unknown: 0, mistakes: [] }
  for (const { tool, command, result, exitCode } of recorded) {
    const { outcome, rule } = judge({ tool, args: { cmd: command }, result })
    const hasFailed = exitCode !== 0
    if (hasFailed) rung.failed++
    if (outcome === 'unknown') rung.unknown++
    else if (outcome === 'error' && hasFailed) rung.found++
    else if (outcome === 'error') rung.wrong++
    if (outcome === 'unknown' || (outcome === 'error') !== hasFailed)
      rung.mistakes.push(`\`${command}\`: exit code ${exitCode}, by its text ${outcome} (${rule})`)
  }
  return rung
}

/** The harmonic mean of precision and recall of failures; a failure whose text says nothing was not found. */
export const f1Of = ({ failed, found, wrong }: TextRung): number => (2 * found) / (found + wrong + failed)
