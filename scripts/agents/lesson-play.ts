import { join } from 'node:path'
import type { Reply, Rule, Script } from '../../src/scripted-model/script.ts'
import { type MockModel, serveMockModel } from '../../src/scripted-model/serve.ts'
import { CACHE, type Installed } from './install.ts'
import type { Address, Mode, Partner } from './partner.ts'
import { compactSession, goingOnReplies, type HookRuns, lateHooks, type Requests, settingsOf, slugOf } from './play.ts'
import { makeWorkplace, WARMSTART, type Workplace } from './workplace.ts'

/** A session of a play, as the scripted model and our ledger saw it. */
export interface LessonSession {
  /** The agent's own id of the session. */
  session: string
  isGiven: boolean
  requests: Requests
  /** The last request after it was continued and compacted on the way; undefined: it was not. */
  compacted?: Requests[number] | undefined
}

/** What was played around one mistake. */
export interface LessonPlay {
  /** What `lessons --format text` says after two sessions made the mistake, without the sentence before the lessons. */
  lines: string[]
  /** A session that was given the lesson; its model does as it is told. */
  heeded: LessonSession | undefined
  /** A session that the lesson was withheld from. */
  withheld: LessonSession | undefined
  /** A session that was given the lesson and makes the mistake all the same. */
  stubborn: LessonSession | undefined
  /** Sessions played after the lesson was accepted. */
  later: number
  ledger: LessonLedger
  isRestored: boolean
  hooks: HookRuns
}

/** What `lessons ledger LESSON --json` says, as far as a play looks at it. */
interface LessonLedger {
  lessons: { given: Arm; withheld: Arm; pending: number }[]
  sessions: { session: string; given: boolean; moment: string; repeated: boolean | null }[]
}

interface Arm {
  sessions: number
  repeated: number
}

/** No script of the project is called so; `npm run check` is the one that is meant. */
const MISTAKE = 'npm run verify'
const REMEDY = 'npm run check'
/** Which session is given the lesson is left to chance. One half each: it takes this many sessions in a row once in 30,000 plays. */
const MOST_SESSIONS = 16

const EARLIER = (number: number): string => `Please verify the shop (${number} of the first two).`
const LATER = (number: number): string => `Please verify the shop (${number} of the later ones).`
const STUBBORN = (number: number): string => `Please verify the shop, whatever you are told (${number}).`
const GOING_ON = (name: string): string => `Now go on with the ${name} session.`

/** Has a mistake made in two sessions, accepts the lesson, and plays until a session was given it and another was not. */
export const playLessons = async (
  partner: Partner,
  mode: Mode,
  { program }: Pick<Installed, 'program'>,
): Promise<LessonPlay> => {
  const place = makeWorkplace(join(CACHE, 'play', `${slugOf(mode.title)}-lessons`))
  let server = await serveMockModel(firstScript(mode))
  const at: Address = { model: server.address, project: place.project, warmstart: WARMSTART }
  const run = (words: string[]) => place.run(program, words, { env: mode.env?.(at) ?? {} })
  try {
    for (const [path, text] of Object.entries(mode.settings(at))) place.write(path, text)
    const before = settingsOf(place, mode)
    for (const number of [1, 2]) await run(mode.ask(EARLIER(number)))
    const { id, lines } = await acceptLesson(place)
    await place.warmstart('install', partner.name)
    const { port } = server
    await server.close()
    server = await serveMockModel(laterScript(mode, lines[0]?.slice('- '.length) ?? MISTAKE), { port })
    const played = await playLater({ place, mode, server, run, id })
    await place.warmstart('sync')
    const ledger = await ledgerOf(place, id)
    await place.warmstart('install', partner.name, '--undo')
    return { lines, ...played, ledger, isRestored: settingsOf(place, mode) === before, hooks: await lateHooks(place) }
  } finally {
    await server.close()
  }
}

/** Where nothing was found the id is empty, and no session can be given it. */
const acceptLesson = async (place: Workplace): Promise<{ id: string; lines: string[] }> => {
  await place.warmstart('sync')
  const [, ...lines] = (await place.warmstart('lessons', '--format', 'text')).trimEnd().split('\n')
  const [found = ''] = (await place.warmstart('lessons', '--json')).split('\n')
  await place.warmstart('lessons', 'accept', '--all')
  return { id: found === '' ? '' : (JSON.parse(found) as { id: string }).id, lines }
}

interface Stage {
  place: Workplace
  mode: Mode
  server: MockModel
  run(words: string[]): ReturnType<Workplace['run']>
  /** Of the lesson. */
  id: string
}

type Later = Pick<LessonPlay, 'heeded' | 'withheld' | 'stubborn' | 'later'>

const playLater = async (stage: Stage): Promise<Later> => {
  const played: Later = { heeded: undefined, withheld: undefined, stubborn: undefined, later: 0 }
  for (let number = 1; number <= MOST_SESSIONS && !(played.heeded && played.withheld); number++) {
    const session = await playOne(stage, LATER(number))
    played.later++
    if (session?.isGiven === true) played.heeded ??= session
    else played.withheld ??= session
  }
  for (let number = 1; number <= MOST_SESSIONS && !played.stubborn; number++) {
    const session = await playOne(stage, STUBBORN(number))
    played.later++
    if (session?.isGiven === true) played.stubborn = session
  }
  for (const name of ['withheld', 'stubborn'] as const) await goOn(stage, played[name], GOING_ON(name))
  return played
}

/** The ledger says which session it was and what was drawn for it; undefined: nothing was. */
const playOne = async (
  { place, mode, server, run, id }: Stage,
  message: string,
): Promise<LessonSession | undefined> => {
  const drawn = new Set((await ledgerOf(place, id)).sessions.map(({ session }) => session))
  const asked = server.count()
  await run(mode.ask(message))
  const entry = (await ledgerOf(place, id)).sessions.find(({ session }) => !drawn.has(session))
  if (entry === undefined) return undefined
  // Titles and other requests beside the conversation are answered by no rule.
  const requests = server.requests().filter(({ number, by }) => number > asked && by.startsWith('rules'))
  return { session: entry.session, isGiven: entry.given, requests }
}

const goOn = async (stage: Stage, session: LessonSession | undefined, message: string): Promise<void> => {
  const { mode, server, run } = stage
  if (session !== undefined && (await compactSession(mode, run, { session: session.session, message })))
    session.compacted = server.requests().at(-1)
}

const ledgerOf = async (place: Workplace, id: string): Promise<LessonLedger> => {
  const { code, stdout } = await place.run(WARMSTART, ['lessons', 'ledger', id, '--json'])
  // Before its first draw a lesson has no ledger.
  return code === 0 ? (JSON.parse(stdout) as LessonLedger) : { lessons: [], sessions: [] }
}

const OTHERWISE: Reply = { text: 'In short: the shop was verified.' }

const firstScript = (mode: Mode): Script => ({
  rules: [1, 2].map((number) => ruleFor(mode, [EARLIER(number)], [MISTAKE, REMEDY])),
  otherwise: OTHERWISE,
})

/** Whether it was told decides what the model does first. */
const laterScript = (mode: Mode, line: string): Script => ({
  rules: [
    ...(['withheld', 'stubborn'] as const).map(
      (name): Rule => ({
        when: { contextContains: GOING_ON(name) },
        per: 'server',
        replies: goingOnReplies(mode),
      }),
    ),
    ...Array.from({ length: MOST_SESSIONS }, (_, index) => index + 1).flatMap((number) => [
      ruleFor(mode, [LATER(number), line], [REMEDY]),
      ruleFor(mode, [LATER(number)], [MISTAKE, REMEDY]),
      ruleFor(mode, [STUBBORN(number)], [MISTAKE, REMEDY]),
    ]),
  ],
  otherwise: OTHERWISE,
})

const ruleFor = (mode: Mode, contextContains: string[], commands: readonly string[]): Rule => ({
  when: { contextContains },
  per: 'server',
  replies: [
    ...commands.map((command) => ({ calls: mode.write([{ kind: 'shell', command }])?.calls ?? [] })),
    { text: 'The shop is verified.' },
  ],
})
