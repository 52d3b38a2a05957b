import type { Engine } from '../connection.ts'

/** Which platforms a gateway cannot serve at the moment, and why: JSON, for `gateway status`. */
export const gatewayTroubleMigration = ({ textType: text }: Engine): string[] => [
  `alter table gateway add column troubles ${text}`,
]
