import { AppError } from '../../../app-error.ts'
import type { Config } from '../../../config/config.ts'

/** The site for which passkeys are made. */
export interface WebauthnSite {
  /** The host of PUBLIC_URL. With another one, all passkeys are unusable. */
  readonly rpId: string
  readonly origin: string
}

const isIpAddress = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[')

/** The site of this instance; undefined if browsers offer no passkeys there: they need https or localhost, and a name. */
export function webauthnSiteOf({ publicUrl }: Pick<Config, 'publicUrl'>): WebauthnSite | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIpAddress(hostname) || (protocol !== 'https:' && !isLocal)) return undefined
  return { rpId: hostname, origin }
}

/** @throws AppError NOT_FOUND where browsers offer no passkeys */
export function requireWebauthnSite(config: Pick<Config, 'publicUrl'>): WebauthnSite {
  const site = webauthnSiteOf(config)
  if (!site) throw new AppError('NOT_FOUND', { message: 'Passkeys need a host name and https.' })
  return site
}
