import type { HookAgent } from '../hook.ts'
import { pluginAnswer, pluginMoment } from '../plugin-shaped.ts'

export const agent: HookAgent = {
  name: 'pi',
  read: pluginMoment,
  answer: pluginAnswer,
  mostBytes: 10_000,
}
