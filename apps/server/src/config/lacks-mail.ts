import type { Config } from './config.ts'
import { isPublic } from './is-public.ts'

/** Whether other machines use this server although it cannot send mail. */
export const lacksMail = (config: Pick<Config, 'publicUrl' | 'smtpUrl'>): boolean =>
  config.smtpUrl === undefined && isPublic(config)
