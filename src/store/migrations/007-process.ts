/** Background processes: what is running, what ran, and who is to be told. */
export const processMigration = (): string[] => []
