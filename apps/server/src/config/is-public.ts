import type { Config } from './config.ts'
import { loopback } from './loopback.ts'

/** Whether other machines use this server. */
export const isPublic = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  !loopback.test(new URL(publicUrl).hostname)

/** Whether other machines use this server although it cannot send mail. */
export const lacksMail = (config: Pick<Config, 'publicUrl' | 'smtpUrl'>): boolean =>
  config.smtpUrl === undefined && isPublic(config)

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Whether other machines can connect, while the links of this server lead to the machine of whoever opens them. */
export const lacksPublicUrl = ({ host, hasPublicUrl }: Pick<Config, 'host' | 'hasPublicUrl'>): boolean =>
  !hasPublicUrl && !loopback.test(hostInUrl(host))
