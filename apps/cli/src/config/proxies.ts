import { BlockList, isIP } from 'node:net'
import { UserError } from '@envhold/command/user-error.ts'
import { isLoopback } from './server-url.ts'

/** HTTPS_PROXY, HTTP_PROXY and NO_PROXY from the environment, in either case. */
export interface Proxies {
  readonly https: string | null
  readonly http: string | null
  readonly none: string | null
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '')

const isInRange = (host: string, network: string, prefix: number): boolean => {
  const family = isIP(network)
  if (family === 0 || isIP(host) !== family || prefix > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(network, prefix, family === 4 ? 'ipv4' : 'ipv6')
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

/** `example.com` and `.example.com` include the subdomains, as in curl; also `host:port`, `10.0.0.0/8` and `*`. */
function isExempt(url: URL, entry: string): boolean {
  if (entry === '*') return true
  const host = bare(url.hostname)
  const [, network, prefix] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? []
  if (network && prefix) return isInRange(host, bare(network), Number(prefix))
  const [, named, port] = isIP(entry) === 6 ? [] : (/^(.+):(\d{1,5})$/.exec(entry) ?? [])
  if (port && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false
  const name = bare((named ?? entry).replace(/^\*?\./, ''))
  return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`))
}

/**
 * The proxy for a server, or null. A server on this machine is always reached directly: a call to it is not encrypted
 * and must not leave it.
 * @throws UserError
 */
export function proxyFor(server: string, proxies: Proxies): URL | null {
  const url = new URL(server)
  const variable = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const proxy = url.protocol === 'https:' ? proxies.https : proxies.http
  if (proxy === null || isLoopback(server)) return null
  const exempt = (proxies.none ?? '').toLowerCase().split(/[,\s]+/)
  if (exempt.some((entry) => entry !== '' && isExempt(url, entry))) return null
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`
  const parsed = URL.canParse(text) ? new URL(text) : null
  // A raw # or / in a password ends the host too early.
  const isTorn = parsed !== null && /@/.test(parsed.pathname + parsed.search + parsed.hash)
  if (!parsed || isTorn || !['http:', 'https:'].includes(parsed.protocol))
    throw new UserError(
      `${variable} is not the URL of an HTTP proxy.`,
      'Use a URL like http://proxy.example.com:3128, with user and password percent-encoded: # is %23, / is %2F, @ is %40.',
      'BAD_PROXY',
    )
  return parsed
}
