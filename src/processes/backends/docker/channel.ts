import type { CreateChannel } from '../../exec-channel/channel.ts'
import { nameOfTarget, nameProblem, ownSandbox } from '../../exec-channel/own-sandbox.ts'

/** A running container by its name or id, or `image:IMAGE#KEY` for one of our own. */
export const createDockerChannel: CreateChannel = () => ({
  name: 'docker',
  isExperimental: true,
  carries: 'bytes',
  problemOf: (target) => nameProblem(target, 'a container'),
  shell: (target, script) => ({
    program: 'docker',
    args: ['exec', '--interactive', nameOfTarget(target), 'sh', '-s'],
    input: script,
  }),
  meansGone: (complaint) => /No such container|is not running/i.test(complaint),
  make: (target) => {
    const own = ownSandbox(target)
    if (own === undefined) return undefined
    // With an init that takes care of what our processes leave behind, and gone altogether when it is stopped.
    const options = ['--detach', '--init', '--rm', '--name', own.name, '--label', 'warmstart.sandbox=1']
    return { program: 'docker', args: ['run', ...options, own.image, 'sleep', 'infinity'], input: '' }
  },
  end: (target) => {
    const own = ownSandbox(target)
    return own === undefined ? undefined : { program: 'docker', args: ['rm', '--force', own.name], input: '' }
  },
})
