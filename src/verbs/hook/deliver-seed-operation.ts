import { selectTemplate } from '../../provision/run-select.ts'
import type { Selection } from '../../schema/listing/selection.ts'
import { START_TOKENS } from '../../schema/ready.ts'
import type { Connection } from '../../store/connection.ts'
import { deliveryOf, type GivenSeed, settleDelivery } from '../../store/templates/delivery.ts'
import { addExposure } from '../../store/templates/exposure.ts'
import { readySeed } from '../../store/templates/ready.ts'
import type { Delivered, Occasion } from './occasion-operation.ts'
import { requireTime, refusalOf } from './deliver-check-operation.ts'

/** The beginning of a long message is enough to tell the task. */
const MOST_TEXT_CHARS = 20_000

/**
 * Gives the one dose of a session, chosen by its project and by its first message if there is one. If no template fits
 * the message, that is recorded too, so that later messages are not looked at.
 */
export const giveSeed = async (
  store: Connection,
  occasion: Occasion,
  { text, lessons }: { text: string | undefined; lessons: { text: string | undefined; tokens: number } },
): Promise<Delivered> => {
  const { owner, session, project, model, arm, experiment, now } = occasion
  const selection = await selectTemplate(store, {
    owner,
    text: text?.slice(0, MOST_TEXT_CHARS),
    project,
    model,
    sessionKey: session.sessionKey,
    arm,
    experiment,
  })
  const chosen = chosenIn(selection)
  if (chosen === undefined) return settledWithout(store, occasion, text)
  const ready = await readySeed(store, owner, { templateId: chosen.templateId, now })
  // The template changed a moment ago, and the ready seed is of another version.
  if (ready === undefined || ready.version !== chosen.version) {
    return { ...(await settledWithout(store, occasion, text)), refused: 'not-ready' }
  }
  if (lessons.tokens + ready.tokens > START_TOKENS)
    return { ...(await settledWithout(store, occasion, text)), refused: 'no-room' }
  const refused = await refusalOf(ready.text, { ...occasion, mostBytes: bytesLeft(occasion, lessons.text) })
  if (refused !== undefined) return { ...(await settledWithout(store, occasion, text)), refused }
  // Only now: both arms must hold the same kind of session, so a seed that could not be given must not count as
  // withheld.
  if (selection.arm === 'cold') {
    await record(store, occasion, { ...chosen, text: undefined, dose: 0, seen: [], isPrompt: text !== undefined })
    return {}
  }
  const isOurs = await record(store, occasion, {
    ...chosen,
    text: ready.text,
    dose: ready.dose,
    seen: ready.seen,
    isPrompt: text !== undefined,
  })
  return isOurs ? { text: ready.text } : {}
}

/** Lessons come first, and the agent cuts the joined text. */
const bytesLeft = ({ mostBytes }: Occasion, lessons: string | undefined): number =>
  lessons === undefined ? mostBytes : mostBytes - Buffer.byteLength(`${lessons}\n\n`)

interface Chosen extends Omit<GivenSeed, 'text' | 'dose' | 'seen'> {
  arm: NonNullable<Selection['arm']>
}

const chosenIn = ({ id, version, hash, arm, experiment, propensity }: Selection): Chosen | undefined => {
  if (id === null || version === null || hash === null || arm === null) return undefined
  return {
    templateId: id,
    version,
    hash,
    arm,
    experiment: experiment ?? undefined,
    propensity: propensity ?? undefined,
  }
}

/** If nothing fits at the start, the first message may still bring the dose. */
const settledWithout = async (store: Connection, occasion: Occasion, text: string | undefined): Promise<Delivered> => {
  if (text === undefined) return {}
  await settleDelivery(store, occasion.session, { at: occasion.now, promptedAt: occasion.now })
  return {}
}

/** Writes to the ledger what a session gets or is denied. False: another process gave it something meanwhile. */
const record = (
  store: Connection,
  occasion: Occasion,
  seed: Chosen & { text: string | undefined; dose: number; seen: readonly string[]; isPrompt: boolean },
): Promise<boolean> =>
  store.transaction(async (transaction) => {
    const { session, now } = occasion
    // Writers take turns, so no other writer can change the entry between this read and the write.
    const known = await deliveryOf(transaction, session)
    if (known !== undefined && !known.isOpen) return false
    const exposureId = await addExposure(
      transaction,
      occasion.owner,
      entryOf(occasion, seed, seed.isPrompt ? 'prompt' : 'session-start'),
    )
    await settleDelivery(transaction, session, {
      at: now,
      promptedAt: seed.isPrompt ? now : undefined,
      arm: seed.arm,
      exposureId,
      templateId: seed.templateId,
      version: seed.version,
      given: seed.text,
    })
    requireTime(occasion)
    return true
  })

const entryOf = (
  { session, project, now }: Occasion,
  seed: Chosen & { dose: number; seen: readonly string[] },
  event: 'prompt' | 'session-start' | 'compaction',
): Parameters<typeof addExposure>[2] => ({
  templateId: seed.templateId,
  version: seed.version,
  hash: seed.hash,
  at: now,
  how: 'hook',
  format: 'text',
  dose: seed.dose,
  source: session.source,
  project,
  event,
  sessionKey: session.sessionKey,
  experiment: seed.experiment,
  arm: seed.arm,
  propensity: seed.propensity,
  seen: seed.seen,
})

/** Gives the same text once more after a compaction removed it, unless the user has retired its template. */
export const giveSeedAgain = async (store: Connection, occasion: Occasion, seed: GivenSeed): Promise<Delivered> => {
  const { owner, now } = occasion
  if ((await readySeed(store, owner, { templateId: seed.templateId, now })) === undefined)
    return { refused: 'not-ready' }
  const refused = await refusalOf(seed.text, occasion)
  if (refused !== undefined) return { refused }
  await store.transaction(async (transaction) => {
    await addExposure(transaction, owner, entryOf(occasion, { ...seed, arm: 'warm' }, 'compaction'))
    requireTime(occasion)
  })
  return { text: seed.text }
}
