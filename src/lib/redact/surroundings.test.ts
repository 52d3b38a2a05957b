import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDraw } from '../../../tests/support/draw.ts'
import { ENCODINGS, isLeft } from '../../../tests/support/secret-encodings.ts'
import { KINDS } from '../../../tests/support/secret-texts/all.ts'
import { redact } from './redact.ts'

const VALUES = 5

for (const [carrier, encode] of Object.entries(ENCODINGS)) {
  test(`of secrets that only their surroundings give away at least 97 % are gone from ${carrier}`, () => {
    const draw = createDraw(20_261_118)
    let all = 0
    const left: string[] = []
    for (const [name, kind] of Object.entries(KINDS)) {
      for (let round = 0; round < VALUES; round += 1) {
        const [secret, text] = kind(draw)
        all += 1
        if (isLeft(redact(encode(text)), secret)) left.push(name)
      }
    }
    assert.ok(all > 500, `${all}`)
    assert.ok(left.length <= all * 0.03, `${left.length} of ${all}: ${[...new Set(left)].join(', ')}`)
  })
}
