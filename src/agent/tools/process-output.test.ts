import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutMiddle, pageOfLines, readOutput, readTail } from './process-output.ts'
import type { LiveProcesses } from './live-processes.ts'

test('a cut text is its beginning, a mark with the count, and its end', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.integer({ min: 1, max: 200 }), (text, limit) => {
      const cut = cutMiddle({ text, droppedChars: 0 }, limit)
      if (text.length <= limit) return assert.equal(cut, text.toWellFormed())
      const mark = `\n[... ${text.length - limit} of ${text.length} characters left out here ...]\n`
      const at = cut.indexOf(mark)
      assert.ok(at >= 0)
      assert.equal(cut.length - mark.length, limit)
    }),
  )
  assert.match(cutMiddle({ text: 'x', droppedChars: 7 }), /^\[\.\.\. the first 7 characters are no longer kept/)
})

test('pages put together are the text, and the last page reaches the end', () => {
  const line = fc.string({ maxLength: 5 }).map((text) => text.replaceAll('\n', ' '))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 1, max: 7 }), (lines, limit) => {
      // An end without a line end, so that empty last lines are no question.
      const text = `${lines.join('\n')}.`
      const pages: string[] = []
      let offset = 0
      for (;;) {
        const page = pageOfLines(text, { offset, limit })
        assert.equal(page.totalLines, lines.length)
        pages.push(page.text)
        offset += page.lines
        if (page.reachesEnd) break
      }
      assert.equal(pages.join('\n'), text)
      const last = pageOfLines(text, { offset: undefined, limit })
      assert.equal(last.text, text.split('\n').slice(-limit).join('\n'))
    }),
  )
  assert.deepEqual(pageOfLines('', { offset: undefined, limit: 5 }).totalLines, 0)
  assert.deepEqual(pageOfLines('a\nb\n', { offset: undefined, limit: 5 }).totalLines, 2)
})

const over = (output: string, { kept = 1_000, page = 7 } = {}): LiveProcesses =>
  ({
    isRedacted: false,
    processes: {
      log: (_: string, { offset = 0, limit = page }: { offset?: number; limit?: number } = {}) => {
        const droppedChars = Math.max(0, output.length - kept)
        const from = Math.min(output.length, Math.max(offset, droppedChars))
        const text = output.slice(from, from + Math.min(limit, page))
        return Promise.resolve({ text, from, to: from + text.length, totalChars: output.length, droppedChars })
      },
    },
  }) as unknown as LiveProcesses

test('output is read whole in whatever pages it comes, and its tail is its tail', async () => {
  const plain = fc.string({ maxLength: 100 }).map((text) => text.replaceAll(/[\u001b\r]/g, ''))
  await fc.assert(
    fc.asyncProperty(
      plain,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 20 }),
      async (output, kept, page) => {
        const live = over(output, { kept, page })
        const { text, droppedChars } = await readOutput(live, 'id')
        assert.equal(text, output.slice(Math.max(0, output.length - kept)))
        assert.equal(droppedChars + text.length, output.length)
        const tail = await readTail(live, 'id', 10)
        assert.equal(tail, text.slice(-10).toWellFormed())
      },
    ),
  )
})

test('a log that goes nowhere does not hold the turn', async () => {
  const live = {
    processes: { log: () => Promise.resolve({ text: '', from: 0, to: 0, totalChars: 9, droppedChars: 0 }) },
  } as unknown as LiveProcesses
  assert.equal((await readOutput(live, 'id')).text, '')
})
