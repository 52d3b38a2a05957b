import { join } from 'node:path'
import type { App } from '../../app.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { makeDirectory } from '../../lib/make-directory.ts'

/** Fixed, so that every user sees the same sample. */
const SAMPLE_SEED = 7

/** The day after the last session of the sample; ages in the sample count from here. */
export const SAMPLE_TODAY = Date.UTC(2026, 0, 12)

type Home = Pick<App, 'home'>

const directoryOf = ({ home }: Home): string => join(home, 'sample')

/** The directory of the sample's history. */
export const sampleHistory = (app: Home): string => join(directoryOf(app), 'history')

/** The address of the sample's own store, which may not exist yet. */
export const sampleAddress = (app: Home): string => `sqlite:${join(directoryOf(app), 'sample.db')}`

/** Writes the made-up sessions of the sample as files of real agents. */
export const makeSample = async (app: Home): Promise<void> => {
  const directory = directoryOf(app)
  try {
    const { generateSample } = await import('../../sample/generate.ts')
    makeDirectory(directory)
    generateSample(sampleHistory(app), { seed: SAMPLE_SEED })
  } catch (error) {
    throw new AppError('store-permission', `the sample cannot be written to ${directory}: ${messageOf(error)}`, {
      hint: 'choose another place with WARMSTART_HOME',
      cause: error,
    })
  }
}
