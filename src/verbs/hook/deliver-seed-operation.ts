import { selectTemplate } from '../../provision/run-select.ts'
import type { Selection } from '../../schema/listing/selection.ts'
import { START_TOKENS } from '../../schema/ready.ts'
import type { Connection } from '../../store/connection.ts'
import { deliveryOf, type GivenSeed, settleDelivery } from '../../store/templates/delivery.ts'
import { addExposure } from '../../store/templates/exposure.ts'
import { readySeed } from '../../store/templates/ready.ts'
import type { Delivered, Occasion } from './occasion-operation.ts'
import { requireTime, refusalOf } from './deliver-check-operation.ts'

/** A longer message says what it is about in its beginning. */
const MOST_TEXT_CHARS = 20_000

/**
 * The one dose of a session: chosen by its project, and by its first message where there is one. Where a message finds nothing, that
 * is settled too, so that later ones are not looked at.
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
  // A template that changed a moment ago has words of another version.
  if (ready === undefined || ready.version !== chosen.version) {
    return { ...(await settledWithout(store, occasion, text)), refused: 'not-ready' }
  }
  if (lessons.tokens + ready.tokens > START_TOKENS)
    return { ...(await settledWithout(store, occasion, text)), refused: 'no-room' }
  const refused = await refusalOf(ready.text, { ...occasion, mostBytes: bytesLeft(occasion, lessons.text) })
  if (refused !== undefined) return { ...(await settledWithout(store, occasion, text)), refused }
  // Not before: a seed that could not be given is not withheld either, and both arms must hold the same kind of session.
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

/** Lessons come first, and an agent cuts the text of both. */
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

/** A start that finds nothing leaves the dose to the first message. */
const settledWithout = async (store: Connection, occasion: Occasion, text: string | undefined): Promise<Delivered> => {
  if (text === undefined) return {}
  await settleDelivery(store, occasion.session, { at: occasion.now, promptedAt: occasion.now })
  return {}
}

/** Writes down what a session gets or is denied. False: another process gave it something in the meantime. */
const record = (
  store: Connection,
  occasion: Occasion,
  seed: Chosen & { text: string | undefined; dose: number; seen: readonly string[]; isPrompt: boolean },
): Promise<boolean> =>
  store.transaction(async (transaction) => {
    const { session, now } = occasion
    // Writers take turns, so that no other writer comes between this look and what follows.
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

/** The very same words once more, because a compaction took them out; unless the user has taken their template out of use. */
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
