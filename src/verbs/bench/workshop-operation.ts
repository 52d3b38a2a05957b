import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { App } from '../../app.ts'
import type { SessionFile } from '../../experiment/bench/session-file.ts'
import { AppError } from '../../lib/error.ts'
import { askLessons } from '../lessons/ask-operation.ts'
import { build, type Template } from '../build/operation.ts'
import { acceptProject } from '../lessons/consent-operation.ts'
import { loadSeed } from '../load/operation.ts'
import { sync } from '../sync/operation.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'

/**
 * A separate place for one run of the bench: a home, a store, sessions of agents and a repository. It holds nothing of
 * the user's.
 */
export interface Workshop {
  /** The repository that tasks of the repository are about. */
  repository: string
  /** Writes sessions as their agent would, reads them with `sync`, and returns how many sessions and calls the store then holds. */
  addSessions(files: readonly SessionFile[]): Promise<{ sessions: number; calls: number }>
  /**
   * Builds the template from the sessions that were read. `from` names the sessions if they would not qualify by
   * themselves.
   */
  buildTemplate(from?: readonly string[]): Promise<{ patterns: number; workflows: number; recoveries: number }>
  /** The text that a new session of the depot is given, with this many examples. */
  seed(dose: number): Promise<string>
  /** Approves the lessons of the repository and returns the text that a new session there gets. */
  lessons(): Promise<string>
  app: App
  store: Connection
  close(): Promise<void>
}

/** Every template of a workshop has this name. */
const TEMPLATE = 'depot'
/** Sessions of the bench are short: a task, not a day's work. */
const MIN_MESSAGES = 4

export const openWorkshop = async (app: App, { owner = 'bench' } = {}): Promise<Workshop> => {
  const home = mkdtempSync(join(tmpdir(), 'warmstart-bench-'))
  const own: App = {
    ...app,
    home,
    owner,
    storeAddress: `sqlite:${join(home, 'warmstart.db')}`,
    place: { ...app.place, home, env: {} },
  }
  const repository = makeRepository(home)
  const sessions = join(home, 'sessions')
  mkdirSync(sessions)
  const store = await openStore(own.storeAddress)
  return {
    repository,
    app: own,
    store,
    addSessions: async (files) => {
      for (const { path, text } of files) {
        const target = join(sessions, path)
        mkdirSync(dirname(target), { recursive: true })
        writeFileSync(target, text)
      }
      const { totals } = await sync(own, store, { targets: [{ path: sessions }], rebuild: false })
      return { sessions: totals.sessions, calls: totals.calls }
    },
    buildTemplate: async (from) => {
      const { patterns, workflows, recoveries } = await builtOrNothing(own, store, from)
      return { patterns: patterns.length, workflows: workflows.length, recoveries: recoveries.length }
    },
    seed: async (dose) => (await loadSeed(own, store, { name: TEMPLATE, format: 'text', dose })).text,
    lessons: async () => {
      await acceptProject(own, store, repository)
      return (await askLessons(own, store, { project: repository, arm: 'warm' })).text
    },
    close: async () => {
      await store.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Makes a repository whose tests and settings are not where an agent looks first. */
const makeRepository = (home: string): string => {
  const repository = join(home, 'shop')
  mkdirSync(join(repository, 'settings'), { recursive: true })
  writeFileSync(join(repository, 'settings', 'app.toml'), '[shop]\ncurrency = "EUR"\n')
  writeFileSync(join(repository, 'justfile'), 'test:\n\tnode --test\n')
  writeFileSync(join(repository, 'package.json'), '{ "name": "shop", "private": true }\n')
  return repository
}

const builtOrNothing = async (app: App, store: Connection, from: readonly string[] | undefined): Promise<Template> => {
  try {
    return await build(app, store, { name: TEMPLATE, minMessages: MIN_MESSAGES, from })
  } catch (error) {
    throw error instanceof AppError && error.code === 'nothing-found' ? nothingLearnt(error) : error
  }
}

/** Too little history teaches nothing. The run then fails here, instead of comparing two arms without a text. */
export const requireLearnt = (text: string): string => {
  if (text.trim() !== '') return text
  throw nothingLearnt()
}

const nothingLearnt = (cause?: unknown): AppError =>
  new AppError('nothing-found', 'the history of this run taught nothing', {
    hint: 'give it more sessions with --history',
    ...(cause === undefined ? {} : { cause }),
  })
