import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findSecrets } from '../src/lib/redact/find.ts'
import { redact, redactWithReport } from '../src/lib/redact/redact.ts'
import type { Carriers } from '../tests/support/secret-carriers.ts'
import { BARE_CARRIERS, NAMED_CARRIERS } from '../tests/support/secret-carriers.ts'
import { secretKinds } from '../tests/support/secret-kinds.ts'
import { median, report } from './measure.ts'

const VALUES = 20
const RUNS = 7
/** About as long as what is kept of a call. */
const PIECE_CHARS = 2_048
/** Every how-manieth file of other people's sources is read. */
const STRIDE = 8

/**
 * Secrets that are missed, words of harmless texts that are replaced (of node_modules, and of `data` where it is given),
 * and what looking for secrets costs against parsing the same texts as JSON.
 */
export const benchRedact = (data: string | undefined): void => {
  for (const told of ['own', 'general', 'named']) {
    if (told !== 'named') reportMissed(`secrets missed, ${told} forms, without a name`, told, BARE_CARRIERS)
    reportMissed(`secrets missed, ${told} forms, under a name`, told, NAMED_CARRIERS)
  }
  const sources = textsBelow(resolve(import.meta.dirname, '..', 'node_modules')).filter((_, at) => at % STRIDE === 0)
  reportFalse('replaced in node_modules, of 10,000 words', sources)
  if (data !== undefined) reportFalse('replaced in the data, of 10,000 words', textsBelow(data))
  reportCost(sources)
}

const reportMissed = (name: string, told: string, carriers: Carriers): void => {
  let all = 0
  let missed = 0
  for (const kind of secretKinds(1).filter((candidate) => candidate.told === told)) {
    for (const carry of Object.values(carriers)) {
      for (let value = 0; value < VALUES; value++) {
        const secret = kind.make()
        const { text } = redactWithReport(carry(secret))
        all++
        if (text.includes(secret) || text.includes(encodeURIComponent(secret))) missed++
      }
    }
  }
  report(name, (missed / all) * 100, 1, '%', `${all} texts`)
}

const reportFalse = (name: string, paths: readonly string[]): void => {
  let words = 0
  let replaced = 0
  for (const path of paths) {
    const text = readFileSync(path, 'utf8')
    words += text.split(/\s+/).length
    replaced += findSecrets(text).length
  }
  report(name, (replaced / words) * 10_000, 1, '', `${words} words`)
}

const reportCost = (paths: readonly string[]): void => {
  const pieces = paths.slice(0, 400).flatMap((path) => readFileSync(path, 'utf8').match(/[\s\S]{1,2048}/g) ?? [])
  const written = pieces.map((piece) => JSON.stringify(piece.slice(0, PIECE_CHARS)))
  const ratios: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const parsing = secondsOf(() => {
      for (const text of written) JSON.parse(text)
    })
    const redacting = secondsOf(() => {
      for (const piece of pieces) redact(piece)
    })
    ratios.push(redacting / parsing)
  }
  report('looking for secrets / JSON.parse of the same', median(ratios), undefined)
}

const secondsOf = (work: () => void): number => {
  const startedAt = performance.now()
  work()
  return (performance.now() - startedAt) / 1000
}

const textsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|jsonl?|md|css|txt|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size < 8_000_000)
    .sort()
