import { AppError } from '../../lib/error.ts'
import type { ForeignGateway } from './foreign-gateway.ts'

/** Gateways of other programs whose chats can be imported. Each is loaded when the user names it. */
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
