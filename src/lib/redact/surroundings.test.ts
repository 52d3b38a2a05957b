import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDraw } from '../../../tests/support/draw.ts'
import { KINDS } from '../../../tests/support/secret-texts/all.ts'
import { redact } from './redact.ts'

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Ways in which a text with a secret comes into a transcript. */
const CARRIERS: Record<string, (text: string) => string> = {
  'plain text': (text) => text,
  JSON: (text) => JSON.stringify({ output: text }),
  'JSON inside JSON': (text) => JSON.stringify({ body: JSON.stringify({ output: text }) }),
  HTML: (text) => `<pre>${text.replaceAll(/[&<>"']/g, (sign) => HTML[sign] ?? sign)}</pre>`,
}

const VALUES = 5

for (const [carrier, carry] of Object.entries(CARRIERS)) {
  test(`of secrets that only their surroundings give away at least 97 % are gone from ${carrier}`, () => {
    const draw = createDraw(20_261_118)
    let all = 0
    const left: string[] = []
    for (const [name, kind] of Object.entries(KINDS)) {
      for (let round = 0; round < VALUES; round += 1) {
        const [secret, text] = kind(draw)
        all += 1
        if (redact(carry(text)).includes(secret)) left.push(name)
      }
    }
    assert.ok(all > 500, `${all}`)
    assert.ok(left.length <= all * 0.03, `${left.length} of ${all}: ${[...new Set(left)].join(', ')}`)
  })
}
