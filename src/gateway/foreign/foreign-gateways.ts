import { AppError } from '../../lib/error.ts'
import type { ForeignGateway } from './foreign-gateway.ts'

/** Gateways of others that chats can be moved over from, each loaded when it is named. */
const GATEWAYS: Record<string, () => Promise<ForeignGateway>> = {
  hermes: async () => (await import('./hermes/gateway.ts')).hermesGateway,
}

export const FOREIGN_GATEWAYS = Object.keys(GATEWAYS)

export const foreignGateway = async (name: string): Promise<ForeignGateway> => {
  const load = Object.hasOwn(GATEWAYS, name) ? GATEWAYS[name] : undefined
  if (load !== undefined) return load()
  throw new AppError('usage', `nothing can be moved over from ${name}`, {
    hint: `use one of: ${FOREIGN_GATEWAYS.join(', ')}`,
  })
}
