import type { CreateChannel } from '../../exec-channel/channel.ts'
import { nameOfTarget, nameProblem, ownSandbox } from '../../exec-channel/own-sandbox.ts'

/** The target is the name of a running instance, or `image:IMAGE#KEY` for one that we make. */
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
