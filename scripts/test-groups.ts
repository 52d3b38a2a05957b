import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * Which test files share a process. Starting a process and loading what a file tests costs more than most files of src do in it, so that
 * some thirty neighbours run one after another in one process. The groups depend on the list of files alone.
 */

/** Small enough that two cores end at about the same time. */
const MOST_IN_A_GROUP = 30

/** What a file does to its process, so that the files after it would see it. */
const CHANGES_ITS_PROCESS =
  /\bprocess\.(?:env(?:\.\w+|\[[^\]\n]+\]) \??\??=(?!=)|chdir\(|exit\(|exitCode =|umask\(|on\(|once\()|\bdelete process\.env|\bmock\.|\bglobalThis\.?[\w[\]']* =(?!=)/

/** After an await at its top level the test runner no longer knows which suite a file belongs to. */
export const WAITS_WHILE_LOADING = /^(?:(?:export )?(?:const|let) .*= |for )?await\b/m

/** Modules of src with such an await. A group loads them first, so that no file of it waits for them. */
export const SLOW_MODULES: readonly string[] = ['src/shell/grammar.ts']

/** True of a test whose file can share a process with others. Tests of the whole run long, so that each has a process of its own. */
export const canShare = (file: string, text: string): boolean =>
  file.startsWith('src/') && !CHANGES_ITS_PROCESS.test(text) && !WAITS_WHILE_LOADING.test(text)

/** Neighbours, who load the same modules, in groups of equal size. */
export const inGroups = (files: readonly string[]): string[][] => {
  const count = Math.ceil(files.length / MOST_IN_A_GROUP)
  return Array.from({ length: count }, (_, at) =>
    files.slice(Math.round((at * files.length) / count), Math.round(((at + 1) * files.length) / count)),
  )
}

/**
 * One module for each group, which the test runner takes for a test file. In it each file is a suite that bears the file's name, so that
 * its hooks are its own and a failure says where it happened. All are loaded before the first test runs: loading keeps a process busy, and
 * deadlines of tests would pass meanwhile.
 */
export const writeGroups = (
  root: string,
  groups: readonly (readonly string[])[],
  first: readonly string[] = [],
): { modules: string[]; remove(): void } => {
  const urlOf = (file: string): string => pathToFileURL(join(root, file)).href
  const head = [HEAD, ...first.map((file) => `import ${JSON.stringify(urlOf(file))}\n`)].join('')
  const directory = mkdtempSync(join(tmpdir(), 'warmstart-test-groups-'))
  const modules = groups.map((files, at) => {
    const path = join(directory, `group-${at + 1}-of-${groups.length}.mjs`)
    const urls = files.map((file) => [file, urlOf(file)])
    writeFileSync(path, `${head}const FILES = ${JSON.stringify(urls, null, 2)}\n${BODY}`)
    return path
  })
  return { modules, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

const HEAD = `import { before, suite } from 'node:test'
`
const BODY = `const loading = []
before(() => Promise.allSettled(loading))
for (const [name, url] of FILES)
  suite(name, () => {
    const loaded = import(url)
    loading.push(loaded)
    return loaded
  })
`

/** The files, and those of them that share processes, in groups. */
export const planProcesses = (root: string, files: readonly string[]): { alone: string[]; groups: string[][] } => {
  const shared = new Set(files.filter((file) => canShare(file, readFileSync(join(root, file), 'utf8'))))
  return { alone: files.filter((file) => !shared.has(file)), groups: inGroups([...shared]) }
}
