import type { Config } from './config.ts'
import { loopback } from './loopback.ts'

/** Whether other machines use this server although it cannot send mail. */
export const lacksMail = ({ publicUrl, smtpUrl }: Pick<Config, 'publicUrl' | 'smtpUrl'>): boolean =>
  smtpUrl === undefined && !loopback.test(new URL(publicUrl).hostname)
