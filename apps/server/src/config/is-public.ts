import type { Config } from './config.ts'
import { loopback } from './loopback.ts'

/** Whether other machines use this server. */
export const isPublic = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  !loopback.test(new URL(publicUrl).hostname)
