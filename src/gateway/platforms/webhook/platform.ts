import type { Platform } from '../../platform.ts'
export const webhookPlatform = {} as Platform
