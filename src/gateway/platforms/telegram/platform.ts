import type { Platform } from '../../platform.ts'
export const telegramPlatform = {} as Platform
