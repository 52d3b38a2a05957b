import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, messageOf } from '../lib/error.ts'
import { parseJson } from '../lib/json.ts'
import { writeWhole } from '../lib/write-whole.ts'

/** The text of a file, or of standard input for `-`. */
export const readDocument = (path: string): string => {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    throw new AppError(
      isMissing ? 'no-such-path' : 'not-read',
      isMissing ? `there is no file ${path}` : `${nameOf(path)} cannot be read: ${messageOf(error)}`,
      { hint: 'name a file that you may read, or - for standard input', cause: error },
    )
  }
}

const nameOf = (path: string): string => (path === '-' ? 'standard input' : path)

/** Parses JSON, or lines with one JSON value each as a list; undefined if the text is neither. */
export const parseDocument = (text: string): unknown => {
  const whole = parseJson(text)
  if (whole !== undefined) return whole
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map(parseJson)
  return lines.length < 2 || values.includes(undefined) ? undefined : values
}

/** Reads a JSON document from a file. Throws a readable error for anything else. */
export const readJson = (path: string, what: string): unknown => {
  const text = readDocument(path)
  const value = parseDocument(text)
  if (value !== undefined) return value
  throw new AppError('usage', `${nameOf(path)} ${text.trim() === '' ? 'is empty' : 'is not JSON'}`, {
    hint: `it has to hold ${what}`,
  })
}

/** The front matter by which we recognise a SKILL.md of ours. */
const OUR_MARK = '\nmetadata:\n  warmstart-template: '

/**
 * Writes DIRECTORY/NAME/SKILL.md whole or not at all, and returns its path. Never overwrites another author's skill.
 */
export const writeSkill = (directory: string, name: string, text: string): string => {
  const path = join(directory, name, 'SKILL.md')
  if (existsSync(path) && !readDocument(path).slice(0, 4096).includes(OUR_MARK))
    throw new AppError('not-written', `${path} is not a skill of warmstart and was left alone`, {
      hint: 'choose another directory with --out',
    })
  writeWhole(path, text, { hint: 'choose another directory with --out' })
  return path
}
