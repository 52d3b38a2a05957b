import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { type BlockLine, editedLines, findBlock, mergeLines, putBlock, takeBlock } from './block.ts'

const LINES: BlockLine[] = [
  { id: 'aaaa1111', text: '`tests/` does not exist: it is `e2e/`.' },
  { id: 'bbbb2222', text: 'Lint enforces: errcheck (check every returned error).' },
]

const file = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc
    .array(fc.constantFrom('\n', '\r\n', '# Shop', '- a', '', '```', '\uFEFF', 'ü'), { maxLength: 12 })
    .map((parts) => parts.join('')),
)
const lines = fc.uniqueArray(
  fc.record({ id: fc.stringMatching(/^[0-9a-f]{8}$/), text: fc.stringMatching(/^[\w`./ -]{1,60}$/) }),
  { selector: ({ id }) => id, maxLength: 5 },
)

suite('a managed block', () => {
  test('is taken out again to the byte, whatever the file held, also after it was replaced', () => {
    fc.assert(
      fc.property(file, lines, lines, (before, first, second) => {
        assert.equal(takeBlock(putBlock(putBlock(before, first), second)), before)
      }),
    )
  })

  test('leaves no file behind that was made for it', () => {
    const made = putBlock(undefined, LINES)
    assert.equal(takeBlock(made), undefined)
    assert.equal(takeBlock(`${made}more\n`), 'more\n')
  })

  test('is found as it was written, also after the line ends of the file were changed', () => {
    fc.assert(
      fc.property(file, lines, (before, given) => {
        const put = putBlock(before, given)
        const found = findBlock(put)
        const wanted = given.map((line) => ({ ...line }))
        assert.ok(found.kind === 'ours')
        assert.deepEqual(found.lines, wanted)
        const other = findBlock(put.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'))
        assert.ok(other.kind === 'ours')
      }),
    )
  })

  test('holds neither a count nor a date, and the same lessons give the same bytes', () => {
    const put = putBlock('# Shop\n', LINES)
    assert.equal(putBlock(put, LINES), put)
    assert.deepEqual(put.split('\n').slice(0, 5), [
      '# Shop',
      '',
      '<!-- warmstart lessons: begin. `warmstart lessons write` keeps this block, `warmstart lessons undo` takes it out. -->',
      'Facts from earlier sessions of this repository:',
      '- `tests/` does not exist: it is `e2e/`.',
    ])
  })

  test('that a person has edited is told apart from one that is ours', () => {
    const put = putBlock('# Shop\n', LINES)
    assert.equal(findBlock(put.replace('errcheck', 'noctx')).kind, 'edited')
    assert.equal(findBlock(put.replace(' bbbb2222', '')).kind, 'edited')
    assert.equal(findBlock(put.replace('- Lint', 'My own line.\n- Lint')).kind, 'edited')
    assert.equal(findBlock(`${put}My own line below.\n`).kind, 'ours')
  })

  test('of which one comment is gone, or that is there twice, is broken', () => {
    const put = putBlock('# Shop\n', LINES)
    assert.equal(findBlock(put.replace(/^<!-- warmstart lessons: end.*\n/m, '')).kind, 'broken')
    assert.equal(findBlock(put.replace(/^<!-- warmstart lessons: begin.*\n/m, '')).kind, 'broken')
    assert.deepEqual(findBlock(put + put), { kind: 'broken', line: 14 })
    assert.equal(findBlock('# Shop\nwarmstart lessons: begin\n').kind, 'none')
  })
})

test('another write keeps the order of lines, the lines of another machine, and drops what is true no longer', () => {
  const [first, second] = LINES
  assert.ok(first !== undefined && second !== undefined)
  const foreign = { id: 'ffff', text: 'Not installed: `jq`.' }
  const fresh = { id: 'cccc', text: 'Run `just fmt` before you check it.' }
  const changed = { ...first, text: 'changed' }
  const isKnown = (id: string): boolean => id !== 'ffff'
  assert.deepEqual(mergeLines([second, foreign, first], [fresh, changed], isKnown), [foreign, changed, fresh])
})

suite('the lines of an edited block', () => {
  const [first, second] = LINES
  assert.ok(first !== undefined && second !== undefined)
  const foreign = { id: 'ffff', text: 'Not installed: `jq`.' }
  const put = putBlock('# Shop\n', [first, foreign, second])
  const linesOf = (text: string, known = LINES) => {
    const found = findBlock(text)
    assert.ok(found.kind === 'edited')
    return editedLines(found, known)
  }
  const withoutIds = (lines: BlockLine[]) => lines.map(({ text }) => text)

  test('keep their lessons when one of them was changed, moved or marked otherwise', () => {
    assert.deepEqual(linesOf(put.replace('`jq`', '`yq`')), [
      first,
      { id: 'ffff', text: 'Not installed: `yq`.' },
      second,
    ])
    assert.deepEqual(linesOf(put.replace('errcheck', 'noctx'))[2]?.id, second.id)
    const moved = put.replace(`- ${foreign.text}\n`, '').replace('repository:\n', `repository:\n* ${foreign.text}\n`)
    assert.deepEqual(linesOf(moved), [foreign, first, second])
  })

  test('are kept under an id of their own where a person or a merge added them', () => {
    const merged = put.replace(
      'repository:\n',
      'repository:\n<<<<<<< ours\nAsk Kim.\n=======\n\n- Ask Kim.\n>>>>>>> theirs\n',
    )
    const lines = linesOf(merged)
    assert.deepEqual(withoutIds(lines), ['Ask Kim.', first.text, foreign.text, second.text])
    assert.match(lines[0]?.id ?? '', /^[0-9a-f]{12}$/)
    const found = findBlock(putBlock(merged, lines))
    assert.ok(found.kind === 'ours')
    assert.deepEqual(found.lines, lines)
  })

  test('are all still there, whatever a person did to them', () => {
    const texts = fc.array(fc.stringMatching(/^[a-z`./]{1,20}( [a-z`./]{1,20})?$/), { maxLength: 6 })
    fc.assert(
      fc.property(texts, fc.array(fc.constantFrom('aaaa1111', 'bbbb2222', 'cccc'), { maxLength: 4 }), (given, ids) => {
        const lines = editedLines({ ids: [...new Set(ids)], texts: given }, LINES)
        assert.deepEqual(new Set(withoutIds(lines)), new Set(given))
        assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length)
      }),
    )
  })
})
