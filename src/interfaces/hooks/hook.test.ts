import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPayload } from './hook.ts'

/** Pieces of a stream that ends, or that never does. */
async function* pieces(given: readonly (Buffer | string)[], isOpen = false): AsyncGenerator<Buffer> {
  for (const each of given) yield Buffer.from(each)
  if (isOpen) await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
}

const cut = (bytes: Buffer, at: readonly number[]): Buffer[] => {
  const places = [...new Set(at.map((each) => each % (bytes.length + 1)))].toSorted((a, b) => a - b)
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length))
}

test('an object comes out as it went in, however it is cut and whether or not the pipe is closed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 2 })),
      fc.array(fc.nat()),
      fc.constantFrom('', '\n', ' \r\n\t'),
      async (value, at, ending) => {
        const bytes = Buffer.from(JSON.stringify(value) + ending)
        const read = JSON.parse(JSON.stringify(await readPayload(pieces(cut(bytes, at), true)))) as unknown
        assert.deepEqual(read, JSON.parse(JSON.stringify(value)))
      },
    ),
  )
})

const BROKEN: [what: string, text: string][] = [
  ['nothing', ''],
  ['half an object', '{"session_id": "a'],
  ['a list', '[{"session_id": "a"}]'],
  ['a word', '"SessionStart"'],
  ['two objects', '{"a":1}{"b":2}'],
  ['bytes that are no text', '\u0000\u0001\uffff'],
]
for (const [what, text] of BROKEN) {
  test(`${what} is no payload`, async () => {
    await assert.rejects(readPayload(pieces([text])), { code: 'payload-not-json' })
  })
}

test('what is too large is read to its end and not kept', async () => {
  let read = 0
  async function* huge(): AsyncGenerator<Buffer> {
    const piece = Buffer.alloc(1024 * 1024, 'x')
    for (; read < 40; read++) yield piece
  }
  await assert.rejects(readPayload(huge()), { code: 'payload-too-large' })
  assert.equal(read, 40)
})
