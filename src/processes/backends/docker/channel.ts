import type { CreateChannel } from '../../exec-channel/channel.ts'
import { nameOfTarget, nameProblem, ownSandbox } from '../../exec-channel/own-sandbox.ts'

/** The target is the name or id of a running container, or `image:IMAGE#KEY` for one that we make. */
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
    // The container has an init that collects orphaned processes and a limit against fork bombs, and is removed when it
    // ends.
    const options = [
      '--detach',
      '--init',
      '--rm',
      '--pids-limit',
      '1024',
      '--name',
      own.name,
      '--label',
      'warmstart.sandbox=1',
    ]
    return { program: 'docker', args: ['run', ...options, own.image, 'sleep', 'infinity'], input: '' }
  },
  end: (target) => {
    const own = ownSandbox(target)
    return own === undefined ? undefined : { program: 'docker', args: ['rm', '--force', own.name], input: '' }
  },
})
