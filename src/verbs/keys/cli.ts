import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { forgetKey, type KeyList, listKeys, trustKey } from './operation.ts'
import { type Command, type Context } from '../../interfaces/cli/command.ts'
import { keyLines } from './show.ts'

export const keysCommand: Command = {
  name: 'keys',
  summary: 'show the key that signs your packs, and whose packs you let in',
  arguments: '[list|trust|forget] [KEY]',
  positionals: { least: 0, most: 2 },
  flags: { label: { type: 'string', value: 'NAME', help: 'of trust: whose key it is, in your words' } },
  details: [
    'trust FILE_OR_KEY takes a public key of 44 characters, a file that holds one, or a pack that was signed with it. Compare the fingerprint with its owner, and not over the channel that the pack came by.',
    'forget takes the beginning of a fingerprint, or a label.',
    'Packs signed with a trusted key are let in; their content is still quarantined.',
  ],
  examples: [
    ['warmstart keys', 'your key, to be sent, and those you trust'],
    ['warmstart keys trust shop.pack.json --label kim', 'the key that signed this pack is that of Kim'],
    ['warmstart keys forget 5f3a', ''],
  ],
  run: async (context) => {
    const keys = done(context)
    return answer(context, keys, keyLines)
  },
}

const done = ({ app, positionals: [verb = 'list', given], text }: Context): KeyList => {
  const label = text('label')
  if (label !== undefined && verb !== 'trust')
    throw new AppError('usage', '--label belongs to `keys trust`', { hint: 'leave it out' })
  if (verb === 'list' && given === undefined) return listKeys(app)
  if (verb === 'forget' && given !== undefined) return forgetKey(app, given)
  if (verb === 'trust' && given !== undefined && label !== undefined) return trustKey(app, { given, label })
  if (verb === 'trust')
    throw new AppError('usage', 'keys trust needs a key and whose it is', {
      hint: 'as in `warmstart keys trust shop.pack.json --label kim`',
    })
  throw new AppError(
    'usage',
    verb === 'forget'
      ? 'keys forget needs a fingerprint'
      : verb === 'list'
        ? 'keys list takes no KEY'
        : `keys has no verb ${verb}`,
    {
      hint: 'use list, trust FILE_OR_KEY --label NAME, or forget FINGERPRINT',
    },
  )
}
