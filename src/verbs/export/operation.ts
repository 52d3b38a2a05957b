import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { App } from '../../app.ts'
import { analyse } from '../../experiment/analyse.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import type { PackExported } from './shape.ts'
import type { PackTemplate } from '../../schema/pack.ts'
import type { Connection } from '../../store/connection.ts'
import { readTrials } from '../../experiment/run-read-trials.ts'
import { templateTests } from '../../store/experiments/tested-template.ts'
import { packText } from '../../template/pack.ts'
import { LARGEST_PACK_BYTES } from '../../template/pack-limits.ts'
import { readPack } from '../../template/pack-read.ts'
import { requireClean } from '../../template/pack-secrets.ts'
import { packedOf } from '../../template/pack-template.ts'
import { createRedactor, type Redactor } from '../../template/redact.ts'
import { findVersion, readable, readTemplate } from '../../template/run.ts'
import { readStored } from '../../template/validate.ts'
import { isEmpty, type Version, writtenOf } from '../../template/version.ts'
import { writeWhole } from '../../lib/write-whole.ts'
import { ownKeyOrNew, signingKeyPath } from '../keys/files-operation.ts'
import { ledger } from '../ledger/operation.ts'

export type { PackExported } from './shape.ts'

export interface ExportInput {
  /** Names, ids or beginnings of hashes, each with or without a version. */
  names: readonly string[]
  owner?: string | undefined
  /** A person's own words leave only if that person says so. */
  withConventions?: boolean | undefined
  withUserPatterns?: boolean | undefined
  /** False: the receiver cannot tell who made the pack, and few will accept it. */
  sign?: boolean | undefined
}

export interface Exported extends Omit<PackExported, 'path'> {
  /** The exact bytes of the pack. */
  text: string
}

/**
 * Makes a pack of templates for another installation. Refuses the whole pack if a single piece holds something that
 * must not leave. The same templates, options and key give the same bytes.
 */
export const exportPack = async (app: App, store: Connection, input: ExportInput): Promise<Exported> => {
  const { owner = app.owner, sign = true } = input
  const { env, home } = app.place
  const leaving: Leaving[] = []
  for (const name of input.names) {
    // Each template gets its own redactor, because replacements are numbered within a template.
    const redactor = createRedactor({ env, home, userName: app.owner, hostName: app.machine })
    leaving.push(await leavingTemplate(app, store, { ...input, owner, name, redactor }))
  }
  refuseTwice(leaving)
  const key = sign ? ownKeyOrNew(app) : undefined
  const { text, sha256 } = packText(
    leaving.map(({ packed }) => packed),
    key?.key,
  )
  requireReadable(text)
  return {
    text,
    bytes: Buffer.byteLength(text),
    sha256,
    key: key === undefined ? null : { ...publicOf(key.key), path: signingKeyPath(app), isNew: key.isNew },
    templates: leaving.map(summaryOf),
  }
}

const publicOf = ({ fingerprint, publicKey }: { fingerprint: string; publicKey: string }) => ({
  fingerprint,
  publicKey,
})

interface Leaving {
  packed: PackTemplate
  stayed: PackExported['templates'][number]['stayed']
}

const leavingTemplate = async (
  app: App,
  store: Connection,
  {
    owner,
    name,
    redactor,
    withConventions = false,
    withUserPatterns = false,
  }: ExportInput & {
    owner: string
    name: string
    redactor: Redactor
  },
): Promise<Leaving> => {
  const { row, stored } = await findVersion(store, { owner, name })
  requireActive(row)
  const whole = readable(row.name, stored, readStored(stored, owner))
  await requireYes(store, { owner, name: `${row.id}@${stored.version}` })
  const { draft } = whole
  const version: Version = {
    ...whole,
    draft: {
      ...draft,
      conventions: withConventions ? draft.conventions : [],
      userPatterns: withUserPatterns ? draft.userPatterns : null,
    },
  }
  const stayed = {
    conventions: draft.conventions.length - version.draft.conventions.length,
    userPatterns: draft.userPatterns !== null && version.draft.userPatterns === null,
  }
  if (isEmpty(version.draft))
    throw new AppError('nothing-left', `${row.name} holds nothing but conventions, which stay here unless you say so`, {
      hint: 'add --with-conventions',
    })
  const effect = await effectOf(app, store, { owner, id: row.id })
  const certificate = await certificateOf(store, { owner, id: row.id, hash: stored.hash })
  const packed = packedOf({
    name: row.name,
    number: stored.version,
    hash: writtenOf(version).hash,
    version,
    effect: { ...effect, ...certificate },
  })
  await requireClean(packed, redactor)
  return { packed, stayed }
}

/** Refuses a template that no person has approved or that was retired. */
const requireActive = ({ name, state }: { name: string; state: string }): void => {
  if (state === 'active') return
  throw new AppError('template-not-active', `the template ${name} is ${state}; only active ones are exported`, {
    hint: `look at it with \`warmstart show ${name}\`, then \`warmstart promote ${name}\``,
  })
}

/** Text of system messages leaves only after its owner approved it here. */
const requireYes = async (store: Connection, reference: { owner: string; name: string }): Promise<void> => {
  const { name, addendumYes } = await readTemplate(store, reference)
  if (addendumYes?.confirmed !== false) return
  throw new AppError(
    'template-not-active',
    `the addendum of ${name} is made of system messages and waits for your yes`,
    {
      hint: `\`warmstart promote ${name} --rules ${addendumYes.id}\` says yes; \`warmstart edit ${name} --addendum FILE\` writes another`,
    },
  )
}

const refuseTwice = (leaving: readonly Leaving[]): void => {
  const names = leaving.map(({ packed }) => packed.name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined)
    throw new AppError('usage', `${twice} is named twice`, { hint: 'a pack holds one version of a template' })
}

/** The measured effect in everyday use, from the ledger. Without a measurement there is no figure. */
const effectOf = async (
  app: App,
  store: Connection,
  { owner, id }: { owner: string; id: string },
): Promise<Pick<PackTemplate, 'effect' | 'effectReason'>> => {
  const { entries, templates } = await ledger(app, store, { owner, template: id, limit: 1 })
  const [entry] = entries
  const measured = templates.find(({ templateId }) => templateId === id)
  if (entry === undefined || measured === undefined)
    return { effect: null, effectReason: 'it was not used yet where it comes from' }
  const { difference, verdict, verdictBy, warm, cold, why } = measured
  if (difference === null || verdictBy === null) return { effect: null, effectReason: why }
  const sessionsOf = ({ success, returned }: typeof warm): number =>
    verdictBy === 'reported-success' ? (success?.n ?? 0) : returned
  return {
    effect: {
      design: 'everyday use, a share of the sessions held back by chance',
      verdict,
      measure: verdictBy,
      ...difference,
      warm: sessionsOf(warm),
      cold: sessionsOf(cold),
      model: null,
      until: entry.at.slice(0, 10),
    },
  }
}

/** The result of the newest finished experiment about exactly this content. */
const certificateOf = async (
  store: Connection,
  { owner, id, hash }: { owner: string; id: string; hash: string },
): Promise<Pick<PackTemplate, 'certificate'>> => {
  const tests = await templateTests(store, owner)
  const test = tests.find(({ template }) => template.id === id && template.hash === hash)
  if (test === undefined) return {}
  return { certificate: analyse(test.experiment.declaration, await readTrials(store, test.experiment)).certificate }
}

/** Reads the pack as a receiver does: a pack that we would refuse must not leave. */
const requireReadable = (text: string): void => {
  try {
    if (Buffer.byteLength(text) > LARGEST_PACK_BYTES) throw new Error('it is too large')
    readPack(text)
  } catch (error) {
    throw new AppError(
      'export-refused',
      `nothing was exported, because no warmstart would take it: ${messageOf(error)}`,
      {
        hint: 'export fewer templates, or drop the piece with `warmstart edit NAME --drop PIECE`',
        cause: error,
      },
    )
  }
}

const summaryOf = ({ packed, stayed }: Leaving): PackExported['templates'][number] => ({
  name: packed.name,
  version: packed.version,
  hash: packed.hash,
  patterns: packed.patterns.length,
  workflows: packed.workflows.length,
  recoveries: packed.recoveries.length,
  conventions: packed.conventions.length,
  tokens: packed.tokens,
  stayed,
  redactions: packed.redactions,
  certificate: packed.certificate ?? null,
  effect: packed.effect,
  ...(packed.effectReason === undefined ? {} : { effectReason: packed.effectReason }),
})

/** Refuses a place where a pack cannot or should not be written, before any reading. Returns the full path. */
export const checkPackPlace = (file: string, { force }: { force: boolean }): string => {
  const path = resolve(file)
  if (existsSync(path) && statSync(path).isDirectory())
    throw new AppError('usage', `${path} is a directory`, { hint: 'name a file in it, such as NAME.pack.json' })
  if (existsSync(path) && !force) throw isThere(path)
  return path
}

const isThere = (path: string): AppError =>
  new AppError('not-written', `there is a file ${path} already`, {
    hint: 'choose another name, or replace it with --force',
  })

/** Writes the whole pack or nothing; only the owner can read the file. */
export const writePack = (path: string, text: string, { force }: { force: boolean }): void => {
  if (!writeWhole(path, text, { replace: force })) throw isThere(path)
}
