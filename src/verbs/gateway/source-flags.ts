import type { Context, Flag } from '../../interfaces/cli/command.ts'

/** Flags for the place that a message comes from; `--chat-id` stands for `chat_id`, and so on. */
export const SOURCE_FLAGS: Record<string, Flag> = {
  platform: {
    type: 'string',
    value: 'NAME',
    help: 'telegram, discord, console, ... (default: local, this command line)',
  },
  'chat-type': { type: 'string', value: 'TYPE', help: 'dm, group, channel or thread (default: dm)' },
  'chat-id': { type: 'string', value: 'ID', help: 'the chat, as the platform knows it' },
  'chat-name': { type: 'string', value: 'NAME', help: 'what it is called' },
  'chat-topic': { type: 'string', value: 'TEXT', help: 'what it is about' },
  'user-id': { type: 'string', value: 'ID', help: 'who writes, as the platform knows them' },
  'user-name': { type: 'string', value: 'NAME', help: 'what they are called' },
  'user-id-alt': { type: 'string', value: 'ID', help: 'their lasting id, where the usual one changes' },
  'thread-id': { type: 'string', value: 'ID', help: 'the thread inside the chat' },
  'scope-id': { type: 'string', value: 'ID', help: 'the workspace or server the chat is in' },
  profile: { type: 'string', value: 'NAME', help: 'an agent of its own' },
}

export const sourceOf = ({ text }: Context): Record<string, string> => {
  const source: Record<string, string> = {}
  for (const flag of Object.keys(SOURCE_FLAGS)) {
    const value = text(flag)
    if (value !== undefined) source[flag.replaceAll('-', '_')] = value
  }
  return { platform: 'local', ...source }
}
