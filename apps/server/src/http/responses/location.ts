import type { RedirectTarget } from '@envhold/contract/endpoint.ts'

export interface RedirectOrigins {
  /** The origin of this server, from PUBLIC_URL. */
  readonly own: string
  /** The origins of providers' pages, such as `https://checkout.example.com`. */
  readonly providers: readonly string[]
}

const maxLength = 2_000

const parse = (text: string, base?: string) => (URL.canParse(text, base) ? new URL(text, base) : undefined)

const ownPath = (location: string, own: string) => {
  const url = location.startsWith('/') ? parse(location, own) : undefined
  return url?.origin === own ? url.pathname + url.search + url.hash : undefined
}

const providerPage = (location: string, providers: readonly string[]) => {
  const url = parse(location)
  const isListed = url && providers.includes(url.origin) && url.username === '' && url.password === ''
  return isListed ? url.href : undefined
}

/**
 * The Location of a redirect, as a browser parses it. A URL that the endpoint does not declare is an internal error: it
 * could lead users to an attacker's page.
 * @throws Error for such a URL, without naming it
 */
export function locationOf(
  location: string | undefined,
  targets: readonly RedirectTarget[] | undefined,
  { own, providers }: RedirectOrigins,
): string {
  if (location === undefined || location.length > maxLength)
    throw new Error('A redirect has no usable address')
  const allowed =
    (targets?.includes('own-path') && ownPath(location, own)) ||
    (targets?.includes('provider') && providerPage(location, providers))
  if (!allowed) throw new Error('A redirect leads to an address that its endpoint does not declare')
  return allowed
}
