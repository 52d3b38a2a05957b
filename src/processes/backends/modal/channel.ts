import type { CreateChannel } from '../../exec-channel/channel.ts'

/**
 * The target is the id of a running container. Modal's program passes on neither the end of its input nor bytes that
 * are not text: the script goes as an argument, and output comes as numbers. Modal itself ends idle containers.
 */
export const createModalChannel: CreateChannel = () => ({
  name: 'modal',
  isExperimental: true,
  carries: 'text',
  problemOf: (target) =>
    /^(?:ta|sb|co)-[A-Za-z\d]{1,64}$/.test(target)
      ? undefined
      : `${JSON.stringify(target.slice(0, 80))} is not the id of a container (ta-...)`,
  shell: (target, script) => ({
    program: 'modal',
    args: ['container', 'exec', '--no-pty', target, '--', 'sh', '-c', script],
    input: '',
  }),
  meansGone: (complaint) => /Container ID \S{1,80} not found/i.test(complaint),
})
