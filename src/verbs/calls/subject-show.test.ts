import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectText } from './subject-show.ts'

test('a patch is shown by its file, a long path by its end, anything else as it is', () => {
  const table: [subject: string, shown: string][] = [
    ['*** Begin Patch *** Update File: src/cart.ts @@ -1 +2', 'src/cart.ts'],
    ["apply_patch << 'PATCH' *** Begin Patch *** Add File: docs/a.md +words", 'docs/a.md'],
    ['*** Begin Patch *** Delete File: a', 'a'],
    ['*** Begin Patch', '*** Begin Patch'],
    ['npm test', 'npm test'],
    ['/srv/shop/packages/cart/src/deep/down/total.ts', '…ges/cart/src/deep/down/total.ts'],
  ]
  for (const [subject, shown] of table) assert.equal(subjectText(subject), shown)
})
