import { encodeKeys, bytesOfPaste, wantsBrackets } from '../../processes/keys.ts'
import type { ToolAnswer } from '../tool.ts'
import { inputRefusal } from './input-refusal.ts'
import { answer, ending } from './process-answer.ts'
import type { ProcessCall } from './process-call.ts'
import { isEnded } from './process-state.ts'

type Input = (call: ProcessCall) => Promise<ToolAnswer>

/** Everything that types into a process. If it has ended, or its input was closed, the answer says so. */
export const INPUT: Record<'write' | 'submit' | 'close' | 'send-keys' | 'paste', Input> = {
  write: (call) => type(call, call.given.data),
  // Enter sends CR, which a terminal turns into a line end; a pipe has no terminal to do that.
  submit: (call) => type(call, call.given.data + (call.view.pty ? '\r' : '\n')),
  close: async ({ live, view }) => {
    if (isEnded(view)) return ended(view)
    await live.processes.close(view.id)
    return answer({ status: 'ok', session_id: view.id, message: 'end of input sent' })
  },
  'send-keys': async (call) => (call.view.pty ? type(call, encodeKeys(call.given.keys)) : noTerminal('send-keys')),
  paste: async (call) => {
    const { live, view, given } = call
    if (!view.pty) return noTerminal('paste')
    const isBracketed = given.isBracketed ?? wantsBrackets((await live.processes.log(view.id)).text)
    return type(call, bytesOfPaste(given.data, isBracketed))
  },
}

const type = async (call: ProcessCall, data: string): Promise<ToolAnswer> => {
  const { live, view } = call
  if (isEnded(view)) return ended(view)
  if (!view.stdinOpen) {
    const error = 'its input is closed, or was never open: start it again, with pty where it asks for a terminal'
    return answer({ status: 'error', session_id: view.id, error }, true)
  }
  const refusal = await inputRefusal(call, data)
  if (refusal !== undefined) return answer({ status: 'error', session_id: view.id, error: refusal }, true)
  // Half a surrogate pair cannot be encoded.
  const { bytes } = await live.processes.write(view.id, data.toWellFormed())
  return answer({ status: 'ok', session_id: view.id, bytes_written: bytes })
}

const ended = (view: ProcessCall['view']): ToolAnswer =>
  answer({ status: 'already_exited', session_id: view.id, ...ending(view), error: 'the process has ended' }, true)

const noTerminal = (action: string): ToolAnswer =>
  answer(
    {
      status: 'error',
      error: `${action} needs a process with a terminal (started with pty=true); use write or submit`,
    },
    true,
  )
