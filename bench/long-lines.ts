import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { measure, report } from './measure.ts'
import { PROGRAM } from './program.ts'

const LINE_BYTES = 50_000_000
const LINES = 6

/** Peak memory over lines of 50 MB, in several files so that every reading thread gets some. */
export const benchLongLines = async (scratch: string): Promise<void> => {
  const data = join(scratch, 'long')
  mkdirSync(data)
  const filler = 'a line of some program that printed far too much\\n'.repeat(20_000)
  for (let file = 0; file < LINES; file++) {
    const descriptor = openSync(join(data, `${file}.jsonl`), 'w')
    const call = {
      id: `call_${file}`,
      type: 'function',
      function: { name: 'terminal', arguments: '{"command":"make"}' },
    }
    writeSync(descriptor, `${JSON.stringify({ role: 'user', content: 'build it' })}\n`)
    writeSync(descriptor, `${JSON.stringify({ role: 'assistant', content: '', tool_calls: [call] })}\n`)
    writeSync(descriptor, `{"role":"tool","tool_call_id":"call_${file}","content":"`)
    for (let written = 0; written < LINE_BYTES; written += filler.length) writeSync(descriptor, filler)
    writeSync(descriptor, '"}\n')
    closeSync(descriptor)
  }
  const { peakMb } = await measure(PROGRAM, [
    'sync',
    '--source',
    'openai-chat',
    '--path',
    data,
    '--store',
    `sqlite:${join(scratch, 'long.db')}`,
    '--json',
  ])
  rmSync(data, { recursive: true, force: true })
  if (peakMb !== undefined) report('peak memory with lines of 50 MB', peakMb, 600, 'MB')
}
