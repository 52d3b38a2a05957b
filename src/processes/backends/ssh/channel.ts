import { join } from 'node:path'
import type { CreateChannel } from '../../exec-channel/channel.ts'

/**
 * The target is `user@host`, a name from the user's ssh configuration, or `ssh://user@host:port`. ssh asks for no
 * password, and refuses a host whose key is unknown. WARMSTART_SSH_CONFIG names a configuration to use instead of the
 * user's.
 */
export const createSshChannel: CreateChannel = ({ env, directory }) => {
  const config = env['WARMSTART_SSH_CONFIG']
  const options = [
    '-T',
    ...(config === undefined || config === '' ? [] : ['-F', config]),
    ...optionsOf(['BatchMode=yes', 'ConnectTimeout=5', 'ServerAliveInterval=5', 'ServerAliveCountMax=2']),
    ...shared(directory),
  ]
  return {
    name: 'ssh',
    isExperimental: false,
    carries: 'bytes',
    problemOf: (target) =>
      TARGET.test(target)
        ? undefined
        : `${JSON.stringify(target.slice(0, 80))} is not user@host or ssh://user@host:port`,
    shell: (target, script) => ({ program: 'ssh', args: [...options, '--', target, 'exec sh -s'], input: script }),
  }
}

/** Neither user nor host may begin like an option. */
const TARGET =
  /^(?:[\w.][\w.-]{0,60}@)?[A-Za-z\d_][\w.-]{0,250}$|^ssh:\/\/(?:[\w.][\w.-]{0,60}@)?(?:[A-Za-z\d_][\w.-]{0,250}|\[[\da-fA-F:.]{2,45}\])(?::\d{1,5})?$/

const optionsOf = (options: readonly string[]): string[] => options.flatMap((option) => ['-o', option])

/**
 * Shares one connection, because looking every two seconds would otherwise mean a login every two seconds. The
 * connection ends a minute after its last use.
 */
const shared = (directory: string): string[] => {
  const path = join(directory, 'ssh-%C')
  if (Buffer.byteLength(path) + HASH_CHARS > MAX_SOCKET_BYTES || /[\s"\\]/.test(path)) return []
  return optionsOf(['ControlMaster=auto', `ControlPath=${path}`, 'ControlPersist=60'])
}

/** A socket's path cannot be longer. ssh replaces %C by a hash and for a while adds a suffix of its own. */
const MAX_SOCKET_BYTES = 104
const HASH_CHARS = 40 + 18
