import { existsSync } from 'node:fs'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { SAMPLE_TODAY, sampleAddress } from './sample-operation.ts'
import { hasSessions } from '../../store/facts/session.ts'
import type { Connection } from '../../store/connection.ts'

/**
 * The app with the sample's store and the sample's date. `start` creates the sample; other commands need an existing
 * one.
 */
export const withSample = (app: App, { command, store }: { command: string; store: string | undefined }): App => {
  if (store !== undefined)
    throw new AppError('usage', '--sample and --store exclude each other', { hint: 'leave out one of the two' })
  if (command === 'start') return app
  if (!isSampleThere(app))
    throw new AppError('no-such-store', 'the sample has not been made yet', {
      hint: '`warmstart start --sample` makes it',
    })
  return { ...app, storeAddress: sampleAddress(app), now: () => SAMPLE_TODAY }
}

/** Commands that mention the sample themselves, that read no sessions, or whose output another program reads. */
const SILENT = new Set(['start', 'hook', 'mcp', 'experiment'])
/** Commands that read sessions, besides those that only read the store. */
const LOOKING = new Set(['sync', 'doctor', 'propose', 'build', 'extract'])

/**
 * A note after a command: that the output is about the sample, or that the sample exists while the user has no
 * sessions. Undefined if neither holds.
 */
export const sampleNote = async (
  app: App,
  { command, readsOnly, opened }: { command: string; readsOnly: boolean; opened: Connection | undefined },
): Promise<string | undefined> => {
  if (SILENT.has(command) || !isSampleThere(app)) return undefined
  if (app.storeAddress === sampleAddress(app)) return LOOKED_AT
  const isLooking = readsOnly || LOOKING.has(command)
  if (!isLooking || opened === undefined || (await hasSessions(opened))) return undefined
  return THERE
}

const LOOKED_AT = 'This is the bundled sample: a generator made these sessions up.'
const THERE =
  'You have no sessions here yet. The bundled sample is there: add --sample to look at its made-up sessions.'

const isSampleThere = (app: App): boolean => existsSync(sampleAddress(app).slice('sqlite:'.length))
