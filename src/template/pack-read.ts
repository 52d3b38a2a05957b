import * as v from 'valibot'
import { AppError, messageOf } from '../lib/error.ts'
import { isRecord, parseJson } from '../lib/json.ts'
import { problemIn } from '../lib/problem-in.ts'
import { fingerprintOf, isSignedBy } from '../lib/sign.ts'
import { Pack, type PackLessons, PackTemplate } from '../schema/pack.ts'
import { canonicalJson, hashOfText } from './canonical.ts'
import { isCertificateWhole } from './certificate.ts'
import { pick } from './fields.ts'
import { checkedDescription, checkedTags } from './label.ts'
import { checkedName } from './name.ts'
import { lessonsProblem } from './pack-lessons.ts'
import { nestingProblem, textProblem } from './pack-limits.ts'
import { PACK_FORMAT, PACK_VERSION, signedText, writtenPack } from './pack.ts'
import { unpackedOf } from './pack-template.ts'
import { type Version, writtenOf } from './version.ts'

export interface ReadPack {
  sha256: string
  signature: Pack['signature']
  templates: { packed: PackTemplate; version: Version }[]
  lessons: PackLessons | undefined
}

/** Whether a parsed file says of itself that it is a pack. */
export const isPack = (value: unknown): boolean => isRecord(value) && value['format'] === PACK_FORMAT

/**
 * Reads a pack whose every byte is as it was written: its hash stands for it, its signature, where it has one, is that of the
 * key it names, and every template in it is whole. Anything else is refused in words. Whose the key is, it does not know.
 */
export const readPack = (written: string): ReadPack => {
  const nested = nestingProblem(written)
  if (nested !== undefined) throw invalid(nested)
  const pack = parseJson(written)
  if (!isPack(pack)) throw invalid('it is not a pack')
  refuseNewer(pack as Pack)
  const problem = textProblem(pack) ?? problemIn(Envelope, pack)
  if (problem !== undefined)
    throw invalid(problem.startsWith(' ') || problem.startsWith('.') ? `it${problem}` : problem)
  const sound = pack as Pack
  if (writtenPack(known(sound)) !== written) throw tampered('it is not written as packs are')
  const signed = signedText(sound)
  if (hashOfText(signed) !== sound.sha256) throw tampered('its content is not what its hash stands for')
  requireSignature(sound, signed)
  requireFew(sound)
  const wrong = sound.lessons === undefined ? undefined : lessonsProblem(sound.lessons)
  if (wrong !== undefined) throw invalid(wrong)
  return {
    sha256: sound.sha256,
    signature: sound.signature,
    templates: sound.templates.map((packed) => ({ packed, version: versionOf(packed) })),
    lessons: sound.lessons,
  }
}

/** A pack with more templates than this would not be read through by its user. */
const MOST_TEMPLATES = 200
/** The most pieces of each kind in one template; mined templates have at most 15. */
const MOST_PIECES = 200

const refuseNewer = ({ formatVersion }: Pack): void => {
  if (!Number.isSafeInteger(formatVersion) || formatVersion <= PACK_VERSION) return
  throw new AppError('pack-newer', `the pack is of format ${formatVersion}; this warmstart knows ${PACK_VERSION}`, {
    hint: 'update warmstart, or ask for a pack of an older one',
  })
}

/** As much of a pack as hash and signature are looked up in. Templates and lessons are read once both are known to fit. */
const Envelope = v.object({
  formatVersion: v.union([v.literal(1), v.literal(2), v.literal(PACK_VERSION)], 'a format that ever was'),
  sha256: v.string(),
  signature: Pack.entries.signature,
  templates: v.array(v.object({ name: v.string() })),
  lessons: v.optional(v.object({})),
})

/** With the fields of the format alone: what hash and signature do not stand for must not be there. */
const known = ({ format, formatVersion, templates, lessons, sha256, signature }: Pack): Pack => ({
  format,
  formatVersion,
  templates,
  ...(lessons === undefined ? {} : { lessons }),
  sha256,
  signature: signature && pick(signature, ['algorithm', 'fingerprint', 'publicKey', 'value']),
})

const requireFew = ({ templates, lessons }: Pack): void => {
  if (templates.length === 0 && lessons === undefined) throw invalid('there is no template and no lesson in it')
  if (templates.length > MOST_TEMPLATES) throw invalid(`it holds more than ${MOST_TEMPLATES} templates`)
  if (new Set(templates.map(({ name }) => name.normalize('NFC'))).size < templates.length)
    throw invalid('two templates in it have the same name')
}

const requireSignature = ({ signature }: Pack, signed: string): void => {
  if (signature === null) return
  const { publicKey, fingerprint, value } = signature
  if (!isSignedBy(signed, value, publicKey)) throw tampered('its signature is not that of its content')
  if (fingerprintOf(publicKey) !== fingerprint) throw tampered('its fingerprint is not that of its key')
}

/** The version that a packed template stands for. */
const versionOf = (packed: PackTemplate): Version => {
  const problem = problemIn(PackTemplate, packed)
  if (problem !== undefined) throw invalid(`a template in it cannot be used: its ${problem.slice(1)}`)
  const { name, description, tags, taskType, hash } = packed
  const many = PIECES.find((kind) => packed[kind].length > MOST_PIECES)
  if (many !== undefined) throw invalid(`a template in it has more than ${MOST_PIECES} ${many}`)
  // Parsing leaves out what the shape does not have.
  if (canonicalJson(v.parse(PackTemplate, packed)) !== canonicalJson(packed))
    throw invalid('a template in it has a field that packs do not have')
  requireLabels(packed)
  if (packed.certificate !== undefined && !isCertificateWhole(packed.certificate))
    throw invalid(`the certificate of ${name} is not what its hash stands for`)
  const draft = unpackedOf(packed, '')
  const version: Version = { draft, description, tags, taskType, pinned: { kept: [], dropped: [] } }
  if (writtenOf(version).hash !== hash) throw invalid(`the content of ${name} is not what its hash stands for`)
  return version
}

const PIECES = ['patterns', 'workflows', 'recoveries', 'conventions', 'contextMarkers'] as const

const requireLabels = ({ name, description, tags }: PackTemplate): void => {
  try {
    checkedName(name)
    checkedDescription(description)
    checkedTags(tags)
  } catch (error) {
    throw invalid(messageOf(error))
  }
  if ([name, description, ...tags].some((label) => CONTROL.test(label)))
    throw invalid('a name, description or tag in it holds control characters')
}

const CONTROL = /\p{Cc}/u

const invalid = (problem: string): AppError =>
  new AppError('pack-invalid', `the pack cannot be used: ${problem}`, { hint: 'ask its sender for another one' })

const tampered = (problem: string): AppError =>
  new AppError('pack-tampered', `the pack was changed or damaged on its way: ${problem}`, {
    hint: 'get it again, as a file and not as copied text; nothing was imported',
  })
