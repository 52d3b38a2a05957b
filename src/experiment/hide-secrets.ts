import { chmod, copyFile, lstat, open, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord, parseJson } from '../lib/json.ts'

/** A shorter value is a switch or a name, and would be found in every file. */
const SHORTEST_VALUE = 8
/** Texts inside a larger value have to be longer, because names stand beside the keys. */
const SHORTEST_PART = 16

/** What must not be kept of a variable or a login file: the text itself, and the longer texts in it, where it is JSON or lines of `NAME=value`. */
export const secretsIn = (text: string): string[] => {
  const whole = text.trim()
  const json = parseJson(whole)
  const parts = isRecord(json) || Array.isArray(json) ? textsOf(json) : valuesOf(whole)
  const long = parts.filter((part) => part.length >= SHORTEST_PART && !/^https?:\/\/[^@]*$/.test(part))
  return [...new Set([...(whole.length >= SHORTEST_VALUE ? [whole] : []), ...long])]
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return isRecord(value) ? Object.values(value).flatMap(textsOf) : []
}

const valuesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const value = /^(?:export )?\w+=(.*)$/.exec(line.trim())?.[1]
    return value === undefined ? [] : [value.replaceAll(/^(["'])(.*)\1$/g, '$2')]
  })

/** A text without the secrets. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  longestFirst(secrets).reduce((said, secret) => said.replaceAll(secret, stars(secret)), text)

/** Overwrites the secrets in every file below a folder. Files keep their length, so that databases stay readable. */
export const hideSecrets = async (folder: string, secrets: readonly string[]): Promise<void> => {
  if (secrets.length === 0) return
  const wanted = longestFirst(secrets).map((secret) => Buffer.from(secret))
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await hideIn(join(entry.parentPath, entry.name), wanted)
}

const longestFirst = (secrets: readonly string[]): string[] =>
  secrets.toSorted((one, other) => other.length - one.length)

const stars = (secret: string): string => '*'.repeat(Buffer.byteLength(secret))

const CHUNK_BYTES = 1024 * 1024

/**
 * A file with several names may have one outside the trial, such as a person's own login that the agent linked to. It gets a copy of its
 * own first, so that the other name keeps what it holds. A file that cannot be copied is not kept.
 */
const hideIn = async (path: string, secrets: readonly Buffer[]): Promise<void> => {
  const { nlink } = await lstat(path)
  if (nlink > 1) {
    const own = `${path}.own`
    const isCopied = await copyFile(path, own).then(
      () => true,
      () => false,
    )
    if (!isCopied) return unlink(path)
    await rename(own, path)
  }
  await chmod(path, 0o600)
  const file = await open(path, 'r+')
  try {
    const overlap = Math.max(...secrets.map(({ length }) => length)) - 1
    const buffer = Buffer.alloc(CHUNK_BYTES + overlap)
    for (let at = 0; ; at += CHUNK_BYTES) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      const seen = buffer.subarray(0, bytesRead)
      if (overwrite(seen, secrets)) await file.write(seen, 0, bytesRead, at)
      if (bytesRead < buffer.length) return
    }
  } finally {
    await file.close()
  }
}

const overwrite = (bytes: Buffer, secrets: readonly Buffer[]): boolean => {
  let isChanged = false
  for (const secret of secrets)
    for (let at = bytes.indexOf(secret); at !== -1; at = bytes.indexOf(secret, at + secret.length)) {
      bytes.fill('*', at, at + secret.length)
      isChanged = true
    }
  return isChanged
}
