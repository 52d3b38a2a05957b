import type { CreateBackend } from '../backend.ts'
import type { CreateChannel } from '../exec-channel/channel.ts'

/** Every sandbox, with the channel that reaches it. */
export const CHANNELS: Readonly<Record<string, () => Promise<CreateChannel>>> = {
  docker: async () => (await import('./docker/channel.ts')).createDockerChannel,
  ssh: async () => (await import('./ssh/channel.ts')).createSshChannel,
  singularity: async () => (await import('./singularity/channel.ts')).createSingularityChannel,
  modal: async () => (await import('./modal/channel.ts')).createModalChannel,
}

const overChannel = async (createChannel: CreateChannel): Promise<CreateBackend> =>
  (await import('../exec-channel/backend.ts')).createExecChannelBackend(createChannel)

/** Every backend, loaded when it is first used. */
export const BACKENDS: Readonly<Record<string, () => Promise<CreateBackend>>> = {
  local: async () => (await import('../local/backend.ts')).createLocalBackend,
  ...Object.fromEntries(Object.entries(CHANNELS).map(([name, load]) => [name, async () => overChannel(await load())])),
}
