import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '../src/lib/hash.ts'
import { refreshReady } from '../src/provision/run-ready.ts'
import { createRandom } from '../src/sample/random.ts'
import type { SessionFact } from '../src/schema/facts.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { sessionRow } from '../src/store/facts/rows.ts'
import { writeSessions } from '../src/store/facts/session.ts'
import { saveTemplate } from '../src/template/run.ts'
import { patternDraft, recoveryDraft, templateDraft } from '../tests/support/template-fixture.ts'

const SESSIONS = 10_000
const TEMPLATES = 1_000
const PROJECTS = 100

const THINGS =
  'invoice parser vat ledger shader texture physics kernel driver sensor chart schema queue cache router token'.split(
    ' ',
  )
const DEEDS = 'fix add speed rename split test port document trace measure'.split(' ')

/** A store as large as a busy person's, with templates for a hundred projects. Returns a message that one of them is about. */
export const makeHookStore = async (
  address: string,
  scratch: string,
): Promise<{ project: string; message: string }> => {
  const store = await openStore(address)
  const random = createRandom(11)
  const word = (): string => `${random.pick(THINGS)}${random.between(1, 60)}`
  const projects = Array.from({ length: PROJECTS }, (_, at) => join(scratch, 'projects', `place-${at}`))
  for (const project of projects) mkdirSync(join(project, '.git'), { recursive: true })
  let message = ''
  try {
    await store.transaction(async (transaction) => {
      for (let at = 0; at < SESSIONS; at++) await addSession(transaction, at, projects[at % PROJECTS] ?? '')
    })
    await store.transaction(async (transaction) => {
      for (let at = 0; at < TEMPLATES; at++) {
        const intents = Array.from(
          { length: 12 },
          () => `${random.pick(DEEDS)} the ${word()} of the ${word()} in ${word()}`,
        )
        // A long message: what the last template is about, in words that many others know too.
        message = `${intents.join(', ')}, and ${DEEDS.join(', ')} what is left of it`
        await saveTemplate(transaction, {
          name: `template-${at}`,
          owner: 'sam',
          state: 'active',
          now: Date.UTC(2026, 0, 1),
          draft: draftOf(projects[at % PROJECTS] ?? '', intents),
        })
      }
    })
    await refreshReady(store, { owner: 'sam', now: Date.now() })
    return { project: projects[7] ?? '', message }
  } finally {
    await store.close()
  }
}

const draftOf = (project: string, intents: readonly string[]): ReturnType<typeof templateDraft> =>
  templateDraft({
    scope: { owner: 'sam', project, source: null, platform: null, model: null },
    patterns: intents.map((intent, index) => patternDraft(`make ${intent.replaceAll(' ', '-')} ${index}`, { intent })),
    recoveries: intents.slice(0, 3).map((intent) => recoveryDraft(`cannot ${intent}`, { expiresAt: null })),
  })

const addSession = async (store: Connection, at: number, project: string): Promise<void> => {
  const startedAt = Date.UTC(2025, 6, 1) + at * 60_000
  const fact: SessionFact = {
    id: hashOf('bench', at),
    source: 'codex',
    nativeId: `session-${at}`,
    owner: 'sam',
    project,
    root: project,
    repository: undefined,
    platform: 'cli',
    cwd: project,
    model: 'model-large-2',
    title: `session ${at}`,
    agentVersion: undefined,
    startedAt,
    lastAt: startedAt + 30_000,
    endReason: undefined,
    parentSession: undefined,
    parentKind: undefined,
    messages: 40,
    userMessages: 4,
    inputTokens: undefined,
    outputTokens: undefined,
    cacheReadTokens: undefined,
    cacheWriteTokens: undefined,
    costUsd: undefined,
    rank: 0,
    partial: false,
  }
  await writeSessions(store, [sessionRow(fact, { fileId: 'file-1', madeBy: 'bench@1' })])
}
