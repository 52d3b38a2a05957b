import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson } from '../../../../lib/json.ts'
import { createAssembler } from '../../../pair/assemble.ts'
import { fixtureFiles } from '../fixtures/replay.ts'
import { createParser } from '../parse.ts'

const ASSEMBLY = {
  source: 'codex',
  callIdsRepeat: false,
  flagIsComplete: true,
  owner: 'sam',
  rank: 0,
  projectOf: () => ({ project: undefined, root: undefined, repository: undefined }),
}

/** What a store holds after the file was read in two goes, the second from behind line `cut`. */
const storedAfter = (records: { record: unknown; line: number }[], path: string, cut: number) => {
  const stored = new Map<string, object>()
  let [parserState, pairing]: unknown[] = []
  for (const part of [records.slice(0, cut), records.slice(cut)]) {
    const assembler = createAssembler(ASSEMBLY, pairing)
    const parser = createParser({ path, modifiedAt: 0 }, { event: assembler.push, issue: () => {} }, parserState)
    for (const { record, line } of part) parser.read(record, line)
    parserState = parseJson(JSON.stringify(parser.save()) ?? 'null')
    pairing = parseJson(JSON.stringify(assembler.save()))
    const { calls, renamed } = assembler.take()
    for (const { id, callId, tool, position, contextTokens, line, resultLine, verdict } of calls) {
      stored.set(id, { callId, tool, position, contextTokens, line, resultLine, ...verdict })
    }
    for (const { id } of renamed) stored.delete(id)
  }
  return [...stored].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

test('a file that was read up to any line in between comes to the same calls under the same ids', () => {
  const files = fixtureFiles().filter(({ records }) => records.some(({ record }) => isScript(record)))
  assert.ok(files.length >= 3)
  for (const { path, records } of files) {
    const whole = storedAfter(records, path, 0)
    for (let cut = 1; cut <= records.length; cut++) {
      assert.deepEqual(storedAfter(records, path, cut), whole, `${path} cut behind record ${cut}`)
    }
  }
})

const isScript = (record: unknown): boolean => JSON.stringify(record).includes('"name":"exec"')
