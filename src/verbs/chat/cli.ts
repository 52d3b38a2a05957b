import { join } from 'node:path'
import { AGENT_FLAGS, agentOptions } from '../run/flags.ts'
import { isYes, questionOf } from '../run/ask-approval.ts'
import { type ChatLines, createChatLines } from './lines.ts'
import { createChatTalk } from './talk.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { whenGone } from '../run/when-gone.ts'

export const chatCommand: Command = {
  name: 'chat',
  summary: 'talk with the agent, turn by turn',
  flags: {
    ...AGENT_FLAGS,
    resume: { type: 'string', value: 'ID', help: 'go on with this session' },
    continue: { type: 'boolean', help: 'go on with the session that was spoken to last' },
  },
  details: [
    'Ctrl-C stops the turn, not the program; twice at the prompt leaves, as does Ctrl-D. What you paste stays one message.',
    '/new begins another session, /resume [ID] goes back to one, /warm [NAME|auto|off] says what new ones start with, /compress [STRATEGY] makes this one shorter, /stop stops the turn, /status, /help, /quit.',
    'With a pipe as its input every line is a turn; with --json every turn is one object on a line. See docs/agent.md.',
  ],
  examples: [
    ['warmstart chat', ''],
    ['warmstart chat --continue --tools file,terminal', ''],
    ['printf "hello\\n/status\\n" | warmstart chat --tools none', 'every line is a turn'],
  ],
  run: async (context) => {
    const { app, terminal } = context
    // Ctrl-C arrives through the line editor, or from outside as a signal. Both stop the turn.
    process.removeAllListeners('SIGINT')
    let lines: ChatLines | undefined
    const ask = async (request: Parameters<typeof questionOf>[0]): Promise<boolean> =>
      terminal.isInteractive && process.stdin.isTTY === true && lines !== undefined
        ? isYes(await lines.question(questionOf(request)))
        : false
    const talk = await createChatTalk(context, {
      ...agentOptions(context, { isHeard: true, ask }),
      isTyping: () => lines?.isTyping() === true,
    })
    lines = createChatLines({
      historyFile: join(app.home, 'chat-history'),
      onLine: (text) => talk.interrupts(text),
      onKey: () => talk.typed(),
      onStop: () => {
        if (!talk.stop()) lines?.leave()
      },
    })
    process.on('SIGINT', () => lines?.stop())
    const output = whenGone(() => {
      talk.abandon()
      lines?.leave()
    })
    try {
      await talk.begin()
      for (;;) {
        const text = await lines.next()
        if (text === undefined) break
        if (text.trim() !== '' && (await talk.say(text)) === 'leave') break
      }
    } finally {
      lines.leave()
      await talk.close()
    }
    await output.requireOutput()
    return talk.hasFailed() ? EXIT.failed : EXIT.ok
  },
}
