import type { Config } from './config.ts'
import { loopback } from './loopback.ts'

/** Whether people elsewhere use this server although it can send them no mail. */
export const lacksMail = ({ publicUrl, smtpUrl }: Pick<Config, 'publicUrl' | 'smtpUrl'>): boolean =>
  smtpUrl === undefined && !loopback.test(new URL(publicUrl).hostname)
