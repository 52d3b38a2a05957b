import type { CreateBackend } from '../backend.ts'
import type { CreateChannel } from '../exec-channel/channel.ts'

/** Every place a process can run in, loaded when it is first asked for. */
export const BACKENDS: Readonly<Record<string, () => Promise<CreateBackend>>> = {
  local: async () => (await import('../local/backend.ts')).createLocalBackend,
  docker: async () => overChannel((await import('./docker/channel.ts')).createDockerChannel),
  ssh: async () => overChannel((await import('./ssh/channel.ts')).createSshChannel),
  singularity: async () => overChannel((await import('./singularity/channel.ts')).createSingularityChannel),
  modal: async () => overChannel((await import('./modal/channel.ts')).createModalChannel),
}

const overChannel = async (createChannel: CreateChannel): Promise<CreateBackend> =>
  (await import('../exec-channel/backend.ts')).createExecChannelBackend(createChannel)
