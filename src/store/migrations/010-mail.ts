/** Messages of chats on their way in and out, and jobs. */
export const mailMigration = (): string[] => []
