import type { CreateChannel } from '../../exec-channel/channel.ts'
import { nameOfTarget, nameProblem, ownSandbox } from '../../exec-channel/own-sandbox.ts'

/** A running instance by its name, or `image:IMAGE#KEY` for one of our own. */
export const createSingularityChannel: CreateChannel = () => ({
  name: 'singularity',
  isExperimental: true,
  carries: 'bytes',
  problemOf: (target) => nameProblem(target, 'an instance'),
  shell: (target, script) => ({
    program: 'singularity',
    args: ['exec', `instance://${nameOfTarget(target)}`, 'sh', '-s'],
    input: script,
  }),
  meansGone: (complaint) => /no instance found/i.test(complaint),
  make: (target) => {
    const own = ownSandbox(target)
    return own && { program: 'singularity', args: ['instance', 'start', own.image, own.name], input: '' }
  },
  end: (target) => {
    const own = ownSandbox(target)
    return own && { program: 'singularity', args: ['instance', 'stop', own.name], input: '' }
  },
})
