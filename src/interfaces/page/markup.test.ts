import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { breakable, foreign, html, quoted, prose } from './markup.ts'

test('what is put into markup is escaped, markup is not', () => {
  const inner = html`<b>${'<i>"\'&'}</b>`
  assert.equal(
    html`<p>${inner}${[1, 'x<']}${undefined}${false}</p>`.markup,
    '<p><b>&lt;i&gt;&quot;&#39;&amp;</b>1x&lt;</p>',
  )
})

test('foreign text loses what is invisible, and is cut on one line', () => {
  assert.equal(foreign('a\u202Eb\u200Bc\u0000d\n\n e\uFEFF'), 'a b c d e')
  assert.equal(foreign('x'.repeat(500), 20).length, 20)
  assert.equal(quoted('<a>').markup, '<bdi class="quoted">&lt;a&gt;</bdi>')
})

test('secrets do not reach the page', () => {
  assert.doesNotMatch(foreign('postgres://sam:hunter2secret@db/warm'), /hunter2/)
})

test('no text opens a tag, ends an attribute or turns its surroundings around', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const { markup } = quoted(text)
      const inner = markup.slice('<bdi class="quoted">'.length, -'</bdi>'.length)
      assert.doesNotMatch(inner, /[<>"'\u202a-\u202e\u2066-\u2069]|&(?!(amp|lt|gt|quot|#39);)/)
      assert.ok(inner.isWellFormed())
    }),
  )
})

test('paths may break behind their slashes, and commands in prose are marked, all escaped', () => {
  assert.equal(breakable('a/b//<c>').markup, 'a/<wbr>b//<wbr>&lt;c&gt;')
  assert.equal(prose('run `x <y>` now').markup, 'run <code>x &lt;y&gt;</code> now')
})
