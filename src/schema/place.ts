/** What may be known about the machine to find an agent's history on it. */
export interface Place {
  home: string
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
}
