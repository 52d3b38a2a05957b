import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readArguments } from './read-arguments.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    path: { type: 'string', description: '', maxLength: 10 },
    limit: { type: 'integer', description: '', default: 5, minimum: 1, maximum: 100 },
    share: { type: 'number', description: '' },
    all: { type: 'boolean', description: '', default: false },
    mode: { type: 'string', description: '', enum: ['content', 'files'], default: 'content' },
    globs: { type: 'array', description: '', items: { type: 'string' } },
  },
  required: ['path'],
} as const

const NOTHING = { limit: 5, share: undefined, all: false, mode: 'content', globs: undefined }

test('arguments as small models write them are understood', () => {
  const understood: [unknown, object][] = [
    [{ path: 'a' }, { ...NOTHING, path: 'a' }],
    [
      { path: 'a', limit: '7', all: 'true', mode: ' Files ', share: '0.5' },
      { ...NOTHING, path: 'a', limit: 7, all: true, mode: 'files', share: 0.5 },
    ],
    [
      { path: 5, limit: 1e9, all: 0 },
      { ...NOTHING, path: '5', limit: 100 },
    ],
    [
      { path: 'a', limit: null, share: undefined, globs: '*.ts' },
      { ...NOTHING, path: 'a', globs: ['*.ts'] },
    ],
    [
      { path: 'a', globs: '["*.ts", "[ab].js"]' },
      { ...NOTHING, path: 'a', globs: ['*.ts', '[ab].js'] },
    ],
    [
      { path: 'a', globs: '[1]' },
      { ...NOTHING, path: 'a', globs: ['[1]'] },
    ],
    [
      { path: 'a', limit: -3, more: 1 },
      { ...NOTHING, path: 'a', limit: 1 },
    ],
  ]
  for (const [args, values] of understood) assert.deepEqual(readArguments(SCHEMA, args), { isOk: true, values })
})

test('what cannot be understood is said all at once, with what is expected', () => {
  const read = readArguments(SCHEMA, { file: 'a', limit: 'many', all: 'maybe', mode: 'x', share: {}, globs: [1] })
  assert.ok(!read.isOk)
  assert.equal(
    read.problem,
    'path is missing; limit must be a whole number, not "many"; share must be a number, not an object; all must be true or false, not "maybe"; mode must be one of content, files, not "x"; globs must be a list of texts, not a list. There is no file. Expected: path (a text, required), limit (a whole number), share (a number), all (true or false), mode (one of content, files), globs (a list of texts)',
  )
  for (const args of [undefined, null, 'text', [1], 5]) assert.ok(!readArguments(SCHEMA, args).isOk)
  assert.match(JSON.stringify(readArguments(SCHEMA, { path: 'x'.repeat(11) })), /at most 10 characters/)
})

test('whatever is sent, the answer is short and what is read fits the schema', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('path', 'limit', 'share', 'all', 'mode', 'globs', '__proto__', 'x'), fc.anything()),
      (args) => {
        const read = readArguments(SCHEMA, args)
        if (!read.isOk) return assert.ok(read.problem.length < 2_000)
        const { path, limit, share, all, mode } = read.values
        assert.ok(typeof path === 'string' && Number.isInteger(limit) && limit >= 1 && limit <= 100)
        assert.ok(typeof all === 'boolean' && (share === undefined || Number.isFinite(share)))
        assert.ok(mode === 'content' || mode === 'files')
      },
    ),
  )
})
