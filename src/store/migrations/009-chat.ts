/** Sessions of chats: which conversation a chat is in. */
export const chatMigration = (): string[] => []
