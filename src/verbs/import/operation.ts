import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { parseJson } from '../../lib/json.ts'
import { unpackLesson } from '../../lesson/packed.ts'
import type { Arrival, PackImported } from './shape.ts'
import type { Connection } from '../../store/connection.ts'
import { keepPackLessons } from '../../store/lessons/pack-lesson.ts'
import { nestingProblem, LARGEST_PACK_BYTES } from '../../template/pack-limits.ts'
import { isPack, type ReadPack, readPack } from '../../template/pack-read.ts'
import { readBounded, textOf } from '../../template/pack-file.ts'
import { filesBelow, importFirstGeneration } from './first-generation-operation.ts'
import { type Arriving, cleared, figuresOf, keepArriving, nameHere } from './save-operation.ts'
import { ownKey, trustedKeys } from '../keys/files-operation.ts'
import { isDirectory } from '../../lib/is-directory.ts'

export type { PackImported } from './shape.ts'

export interface ImportInput {
  /** A pack, a template file of the first generation, a directory of these, or `-`. */
  path: string
  owner?: string | undefined
  /** Another name; for several templates, the prefix of their names. */
  name?: string | undefined
  allowUnsigned?: boolean | undefined
  allowUnknownKey?: boolean | undefined
  /** The local project that the pack's lessons are about. */
  project?: string | undefined
}

/**
 * Imports templates into quarantine: no session gets any of them until a person promotes them. A pack is imported
 * whole or not at all; a second import changes nothing.
 */
export const importTemplates = async (app: App, store: Connection, input: ImportInput): Promise<PackImported> => {
  const { path, owner = app.owner } = input
  if (path !== '-' && isDirectory(path))
    return importFirstGeneration(app, store, { ...input, owner, files: filesBelow(path) })
  const text = textOf(readBounded(path, LARGEST_PACK_BYTES))
  if (text === undefined) throw notRecognised(path)
  // Checked before parsing: very deep nesting would crash the program.
  const value = nestingProblem(text) === undefined ? parseJson(text) : undefined
  const looksLikePack = value === undefined ? text.includes('"warmstart-pack"') : isPack(value)
  if (looksLikePack) return importPack(app, store, { ...input, owner, text })
  if (value === undefined) throw notRecognised(path)
  return importFirstGeneration(app, store, { ...input, owner, files: [{ path, value }] })
}

const notRecognised = (path: string): AppError =>
  new AppError('pack-invalid', `${path === '-' ? 'standard input' : path} is neither a pack nor a template file`, {
    hint: 'a pack is what `warmstart export` writes; get it as a file and not as copied text',
  })

const importPack = async (
  app: App,
  store: Connection,
  input: ImportInput & { owner: string; text: string },
): Promise<PackImported> => {
  const pack = readPack(input.text)
  const sender = senderOf(app, pack, input)
  const arrivals: { arriving: Arriving; packed: ReadPack['templates'][number]['packed'] }[] = []
  for (const { packed, version } of pack.templates) arrivals.push({ packed, arriving: await cleared(app, version) })
  const { owner, name } = input
  const now = app.now()
  const { kept: templates, lessons } = await store.transaction(async (transaction) => {
    const kept: Arrival[] = []
    for (const { packed, arriving } of arrivals) {
      const became = await keepArriving(transaction, {
        owner,
        name: nameHere(packed.name, name, arrivals.length),
        madeBy: sender.fingerprint === null ? 'unsigned pack' : `key ${sender.fingerprint}`,
        note: noteOf(sender, pack.sha256),
        sha256: pack.sha256,
        arriving,
        now,
      })
      const { effect, effectReason, certificate = null, redactions } = packed
      kept.push({
        file: null,
        was: packed.name,
        ...became,
        ...figuresOf(arriving),
        replacedThere: redactions,
        effect,
        certificate,
        ...(effectReason === undefined ? {} : { effectReason }),
      })
    }
    return { kept, lessons: await keepLessons(transaction, pack, { ...input, sender, now }) }
  })
  return { from: 'pack', sha256: pack.sha256, sender, templates, lessons, passedOver: [] }
}

/** Keeps lessons in quarantine: a person must approve each one, whatever consent the project has. */
const keepLessons = async (
  transaction: Connection,
  { lessons: sent, sha256 }: ReadPack,
  { owner, project, sender, now }: { owner: string; project?: string | undefined; sender: Sender; now: number },
): Promise<PackImported['lessons']> => {
  if (sent === undefined) return null
  if (project === undefined)
    throw new AppError('usage', `the pack holds lessons of ${sent.project}: for which project here?`, {
      hint: '--project PATH, or run it in the directory of the project',
    })
  const receiver = { repository: project, owner, now, sender: { sender: senderText(sender), pack: sha256 } }
  const opened = sent.lessons.map((packed) => unpackLesson(packed, receiver))
  const arrived = opened.flatMap((each) => ('lesson' in each ? [each.lesson] : []))
  const reasons = opened.flatMap((each) => ('refused' in each ? [each.refused] : []))
  return {
    project,
    was: sent.project,
    arrived: arrived.map(({ id, text, origin }) => ({ id, text, effect: origin?.effect ?? null })),
    isNew: await keepPackLessons(transaction, { owner, repository: project, at: now }, arrived),
    dropped: [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => ({ reason, count: all.length })),
    effect: sent.effect,
    certificate: sent.certificate ?? null,
  }
}

const senderText = ({ trust, fingerprint, label }: Sender): string => {
  if (fingerprint === null) return 'a pack that nobody signed'
  const who = { own: 'your own key', trusted: label ?? 'a trusted key', 'unknown-key': 'an unknown key', unsigned: '' }
  return `${who[trust]} (key ${fingerprint.slice(0, SHOWN_DIGITS)})`
}

const SHOWN_DIGITS = 8

type Sender = NonNullable<PackImported['sender']>

/** The sender of a pack, as far as it is known. Refuses a pack that no trusted key signed. */
const senderOf = (app: App, { signature }: ReadPack, input: ImportInput): Sender => {
  if (signature === null) {
    if (input.allowUnsigned === true) return { trust: 'unsigned', fingerprint: null, label: null }
    throw new AppError(
      'pack-unsigned',
      'the pack is not signed: nobody can tell who made it, or what was changed since',
      {
        hint: 'ask for a signed one, or add --allow-unsigned if you know how it came to you',
      },
    )
  }
  const { fingerprint, publicKey } = signature
  if (ownKey(app)?.publicKey === publicKey) return { trust: 'own', fingerprint, label: null }
  const known = trustedKeys(app).find((key) => key.publicKey === publicKey)
  if (known !== undefined) return { trust: 'trusted', fingerprint, label: known.label }
  if (input.allowUnknownKey === true) return { trust: 'unknown-key', fingerprint, label: null }
  throw new AppError(
    'pack-unknown-key',
    `the pack is signed by ${fingerprint}, which is nobody you trust (an unknown key)`,
    {
      hint: `ask the sender whether this is their key, then \`warmstart keys trust ${input.path} --label NAME\`; or add --allow-unknown-key`,
    },
  )
}

const noteOf = ({ trust, fingerprint, label }: Sender, sha256: string): string => {
  const by = fingerprint === null ? 'not signed' : `signed by ${fingerprint}`
  const who = { own: ' (your own key)', trusted: ` (${label ?? ''})`, 'unknown-key': ' (unknown key)', unsigned: '' }
  return `${by}${who[trust]}, pack ${sha256}`
}
