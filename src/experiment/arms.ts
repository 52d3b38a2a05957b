import { AppError } from '../lib/error.ts'
import type { ArmOfExperiment, Component, Treatment } from '../schema/experiment.ts'

const COMPONENTS = ['lessons', 'patterns', 'recoveries', 'rules', 'markers'] as const satisfies readonly Component[]

/** As `--arms` takes them. */
export const ARM_WORDS =
  'cold, warm, warm=TEMPLATE, dose-N, history, only-PART, without-PART, code-first, placebo, foreign=PROJECT, cold-again; PART is lessons, patterns, recoveries, rules or markers'

/** Arms from words with commas between them. The first one is what the others are compared with. */
export const readArms = (words: string, { template }: { template?: string | undefined } = {}): ArmOfExperiment[] => {
  const names = words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const arms = names.map((word) => ({ name: nameOf(word), treatment: treatmentOf(word, template), share: null }))
  const twice = arms.find(({ name }, index) => arms.findIndex((each) => each.name === name) < index)
  if (twice !== undefined) throw wrong(`two arms are called ${twice.name}`)
  if (arms.length < 2) throw wrong('an experiment needs two arms')
  return arms
}

/** Arms of a dose-response experiment: dose 0 is cold. */
export const doseArms = (words: string, { template }: { template?: string | undefined }): ArmOfExperiment[] => {
  const doses = words.split(',').map((word) => Number(word.trim()))
  if (doses.some((dose) => !Number.isInteger(dose) || dose < 0 || dose > LARGEST_DOSE))
    throw wrong(`doses are whole numbers from 0 to ${LARGEST_DOSE}, with commas between them`)
  const sorted = [...new Set(doses)].toSorted((one, other) => one - other)
  return readArms(sorted.map((dose) => (dose === 0 ? 'cold' : `dose-${dose}`)).join(','), { template })
}

const LARGEST_DOSE = 15

const nameOf = (word: string): string => {
  const [head = '', value] = word.split('=')
  const name = value === undefined ? head : `${head}-${value.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}`
  return name.slice(0, LONGEST_NAME)
}

const LONGEST_NAME = 60

const treatmentOf = (word: string, template: string | undefined): Treatment => {
  const [head = '', value] = word.split('=')
  const named = template === undefined ? {} : { template }
  const dose = /^dose-([1-9]\d?)$/.exec(head)?.[1]
  if (dose !== undefined && Number(dose) <= LARGEST_DOSE) return { kind: 'warm', ...named, dose: Number(dose) }
  const part = COMPONENTS.find((each) => head === `only-${each}` || head === `without-${each}`)
  if (part !== undefined) return { kind: head.startsWith('only-') ? 'only' : 'without', component: part }
  switch (head) {
    // The same treatment under another name: what an A/A run compares.
    case 'cold':
    case 'cold-again':
      return { kind: 'cold' }
    case 'warm':
      return value === undefined ? { kind: 'warm', ...named } : { kind: 'warm', template: value }
    case 'history':
      return { kind: 'warm', ...named, form: 'history' }
    case 'code-first':
    case 'placebo':
      return { kind: head }
    case 'foreign':
      if (value !== undefined && value !== '') return { kind: 'foreign', project: value }
  }
  throw wrong(`${word} is no arm`)
}

const wrong = (sentence: string): AppError => new AppError('usage', sentence, { hint: `arms are: ${ARM_WORDS}` })
