import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { showWaiting } from './waiting-show.ts'
import { createTerminal } from '../../interfaces/cli/terminal.ts'

test('a model that is silent is waited for in words, but never over a question, over what it says or over what is typed', () => {
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    const drawn: string[] = []
    const shown: string[] = []
    let isTyping = false
    const waiting = showWaiting(
      { ...createTerminal(), status: (text) => void drawn.push(text) },
      { show: ({ type }) => void shown.push(type), isTyping: () => isTyping },
    )
    const after = (seconds: number): string[] => {
      mock.timers.tick(seconds * 1_000)
      return drawn.splice(0)
    }
    assert.deepEqual(after(2), [])
    assert.match(after(1).join(), /waiting for the model, 3 s/)
    waiting.heard({ type: 'call-start', callId: 'c1', tool: 'terminal', args: {} })
    assert.deepEqual(after(60), [''], 'cleared once, and quiet while a call runs')
    waiting.heard({ type: 'call-end', callId: 'c1', tool: 'terminal', text: '', isError: false })
    assert.equal(after(4).length, 2)
    waiting.heard({ type: 'text', text: 'I think' })
    assert.deepEqual(after(60), [''])
    waiting.heard({ type: 'notice', text: 'a process has ended' })
    assert.equal(after(3).length, 1)
    waiting.typed()
    isTyping = true
    assert.deepEqual(after(60), [''], 'gone before the key shows, and quiet until the line is free again')
    isTyping = false
    assert.match(after(1).join(), /waiting for the model, 64 s/)
    waiting.end()
    assert.deepEqual(after(0), [''])
    assert.deepEqual(after(60), [])
    assert.deepEqual(shown, ['call-start', 'call-end', 'text', 'notice'])
  } finally {
    mock.timers.reset()
  }
})
