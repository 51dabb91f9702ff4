import type { Config } from './config.ts'
import { loopback } from './loopback.ts'

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Whether other machines can connect, while the links of this server lead to the machine of whoever opens them. */
export const lacksPublicUrl = ({ host, hasPublicUrl }: Pick<Config, 'host' | 'hasPublicUrl'>): boolean =>
  !hasPublicUrl && !loopback.test(hostInUrl(host))
