import type { Bulk } from './bulk.ts'
import type { Project } from './projects.ts'
import type { Random } from './random.ts'
import type { SampleCall, SampleFormat, SampleStep } from './session.ts'
import { INTENTS, REFUSED, TROUBLE } from './talk.ts'
import { resultChars } from './texts.ts'
import type { Texts } from './texts.ts'

export interface Work {
  project: Project
  random: Random
  texts: Texts
  format: SampleFormat
  bulk?: Bulk
}

/**
 * An endless stream of coding work: small episodes, each drawn from the same table whatever came before. Errors are
 * therefore as likely early in a session as late: no learning is planted.
 */
export function* workOn(work: Work): Generator<SampleStep> {
  for (;;) {
    let draw = work.random.next()
    for (const [share, episode] of EPISODES) {
      draw -= share
      if (draw >= 0) continue
      yield* episode(work)
      break
    }
  }
}

type Episode = (work: Work) => Iterable<SampleStep>

function* explore(work: Work): Generator<SampleStep> {
  yield step(work, 'search', [search(work)])
  const reads = Array.from({ length: work.random.between(1, 3) }, () => read(work))
  yield step(work, 'read', reads)
}

function* wrongPath(work: Work): Generator<SampleStep> {
  const missing = call('read', { path: work.texts.fill('src/{noun}-{verb}.ts'), truth: 'agent', exitCode: 2 })
  const sibling = read(work)
  if (work.format.cancelsSiblings && work.random.chance(0.3)) {
    yield step(work, 'read', [missing, { ...sibling, ending: 'cancelled', truth: 'not-run' }])
  } else yield step(work, 'read', work.random.chance(0.4) ? [missing, sibling] : [missing])
  yield step(work, 'retry', [search(work)])
  yield step(work, 'read', [read(work)])
}

function* change(work: Work): Generator<SampleStep> {
  yield step(work, 'read', [read(work)])
  if (work.random.chance(0.15)) {
    yield step(work, 'edit', [{ ...edit(work), truth: 'agent' }])
    yield step(work, 'retry', [read(work)])
  }
  yield step(work, 'edit', [edit(work)])
  const { test } = work.project
  while (work.random.chance(0.3)) {
    yield step(work, 'test', [{ ...shell(work, test.command, test.fails, 1), truth: 'expected', check: 'test' }])
    yield step(work, 'edit', [edit(work)])
  }
  yield step(work, 'test', [shell(work, test.command, test.passes, 0)])
}

function* build(work: Work): Generator<SampleStep> {
  const { build: builder, lint } = work.project
  const program = work.random.chance(0.5) ? builder : lint
  if (work.random.chance(0.2)) {
    // Findings of a linter are what it was asked for; code that does not compile is a mistake.
    const truth = program === lint ? 'expected' : 'agent'
    yield step(work, 'build', [{ ...shell(work, program.command, program.fails, 1), truth, check: 'build' }])
    yield step(work, 'edit', [edit(work)])
  }
  yield step(work, 'build', [shell(work, program.command, program.passes, 0)])
}

function* noMatch(work: Work): Generator<SampleStep> {
  const command = work.texts.fill('grep -rn "legacy_{verb}_{noun}" .')
  yield step(work, 'search', [{ ...shell(work, command, [], 1), truth: 'expected' }])
}

function* trouble(work: Work): Generator<SampleStep> {
  const { command, prints, exitCode } = work.random.pick(TROUBLE)
  yield step(work, 'build', [{ ...shell(work, command, [prints], exitCode), truth: 'environment' }])
  yield step(work, 'retry', [shell(work, 'git status --short', [' M {noun}.txt'], 0)])
}

function* refused(work: Work): Generator<SampleStep> {
  const command = work.random.pick(REFUSED)
  const step_ = step(work, 'build', [{ ...shell(work, command, [], 1), ending: 'rejected', truth: 'user' }])
  yield { ...step_, reply: 'No, leave that alone. Only look at the state.' }
  yield step(work, 'read', [
    shell(work, 'git log --oneline -5', ['a1b2c3d {verb} the {noun}', 'd4e5f6a fix {noun}'], 0),
  ])
}

function* masked(work: Work): Generator<SampleStep> {
  const { test } = work.project
  yield step(work, 'test', [{ ...shell(work, `${test.command} 2>&1 | tail -20`, test.fails, 0), masked: true }])
}

function* background(work: Work): Generator<SampleStep> {
  if (!work.format.leavesRunning) return
  yield step(work, 'build', [
    { ...shell(work, 'make serve', ['listening on 8080'], 0), ending: 'running', truth: 'unknown' },
  ])
}

const EPISODES: readonly (readonly [number, Episode])[] = [
  [0.36, explore],
  [0.3, change],
  [0.14, build],
  [0.05, wrongPath],
  [0.05, noMatch],
  [0.04, trouble],
  [0.025, refused],
  [0.02, masked],
  [0.015, background],
]

const step = (work: Work, intent: string, calls: SampleCall[]): SampleStep => ({
  say: work.texts.fill(work.random.pick(INTENTS[intent] ?? [''])),
  calls,
})

export const call = (action: SampleCall['action'], more: Partial<SampleCall>): SampleCall => ({
  action,
  subject: '',
  path: '',
  before: '',
  after: '',
  result: '',
  exitCode: 0,
  ending: 'done',
  truth: 'ok',
  masked: false,
  ...more,
})

const read = (work: Work): SampleCall =>
  call('read', { path: work.random.pick(work.project.files), result: work.texts.code(resultChars(work.random)) })

const search = (work: Work): SampleCall => {
  const path = work.random.pick(work.project.files)
  const found = work.texts.code(resultChars(work.random) / 3).split('\n')
  const result = found.map((line, index) => `${path}:${index * 7 + 3}:${line}`).join('\n')
  return call('search', { subject: work.texts.fill('{verb}'), path: '.', result })
}

const edit = (work: Work): SampleCall =>
  call('edit', {
    path: work.random.pick(work.project.files),
    before: work.bulk?.code(120) ?? work.texts.code(80),
    after: work.bulk?.code(400) ?? work.texts.code(120),
  })

const shell = (work: Work, command: string, prints: readonly string[], exitCode: number): SampleCall => {
  // Programs print more than their last words.
  const chatter = prints.length > 0 && work.random.chance(0.3) ? work.texts.lines(CHATTER) : ''
  const result = `${chatter}${work.texts.lines(prints)}`
  return call('shell', { subject: command, result, exitCode })
}

const CHATTER = ['[info] {verb} {noun} {n} of 97', '[info] 0 errors, 0 failed', '[info] {noun} cache warm', '']
