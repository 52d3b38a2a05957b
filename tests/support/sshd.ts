import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { needs, programAt } from './programs.ts'

export interface TestSshd {
  /** For WARMSTART_SSH_CONFIG: nothing of the user's own configuration is read. */
  config: string
  /** The name of the machine in it. */
  target: string
  /** What the processes inside take for the directory of temporary files. */
  inside: string
  stop(): Promise<void>
}

/** What a test of a real ssh connection runs. */
export const needsSshd = (): { skip: string | false } => needs('sshd', 'ssh', 'ssh-keygen')

/** A real sshd on the loopback, with keys, port and configuration of its own in a scratch directory. */
export const startSshd = async (directory: string): Promise<TestSshd> => {
  const inside = join(directory, 'inside')
  mkdirSync(inside, { recursive: true })
  // sshd as root insists on it; whoever installs it as a service has it.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true })
  const key = (name: string): string => {
    execFileSync(programAt('ssh-keygen') ?? '', ['-q', '-t', 'ed25519', '-N', '', '-f', join(directory, name)])
    return join(directory, name)
  }
  const [hostKey, userKey] = [key('host'), key('user')]
  writeFileSync(join(directory, 'authorized_keys'), readFileSync(`${userKey}.pub`), { mode: 0o600 })
  const port = await freePort()
  const known = `[127.0.0.1]:${port} ${readFileSync(`${hostKey}.pub`, 'utf8')}`
  writeFileSync(join(directory, 'known_hosts'), known)
  writeFileSync(join(directory, 'sshd_config'), sshdConfig(directory, { port, hostKey, inside }))
  const config = join(directory, 'ssh_config')
  writeFileSync(config, sshConfig(directory, { port, userKey }))
  const child = spawn(programAt('sshd') ?? '', ['-D', '-e', '-f', join(directory, 'sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (part: Buffer) => (log += part.toString()))
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      leave(directory, config)
      child.stderr.destroy()
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.on('exit', () => resolve())
      child.kill('SIGTERM')
    })
  await eventually(
    () => child.exitCode !== null || log.includes('Server listening'),
    () => `sshd listens: ${log}`,
  )
  if (child.exitCode !== null) throw new Error(`sshd did not come up: ${log}`)
  return { config, target: 'box', inside, stop }
}

/** The connection that stays open between commands would outlive the test by a minute. */
const leave = (directory: string, config: string): void => {
  const args = ['-F', config, '-o', `ControlPath=${join(directory, 'ssh-%C')}`, '-O', 'exit', 'box']
  spawnSync(programAt('ssh') ?? '', args, { stdio: 'ignore' })
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

const sshdConfig = (
  directory: string,
  { port, hostKey, inside }: { port: number; hostKey: string; inside: string },
): string => `Port ${port}
ListenAddress 127.0.0.1
HostKey ${hostKey}
AuthorizedKeysFile ${join(directory, 'authorized_keys')}
PidFile none
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
MaxStartups 200
MaxSessions 200
SetEnv TMPDIR=${inside} SANDBOX=box
`

const sshConfig = (directory: string, { port, userKey }: { port: number; userKey: string }): string => `Host box
HostName 127.0.0.1
Port ${port}
User ${userInfo().username}
IdentityFile ${userKey}
IdentitiesOnly yes
IdentityAgent none
UserKnownHostsFile ${join(directory, 'known_hosts')}
GlobalKnownHostsFile none
StrictHostKeyChecking yes
`
