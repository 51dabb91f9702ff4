import { ipMatcher, parseIpAddress, unmappedIp } from '@envhold/contract/ip-range.ts'

const isLoopback = ipMatcher(['127.0.0.0/8', '::1'])

/** Whether a proxy on this machine sends its client's IP address and is not trusted: all its clients share one. */
export const isProxyNotTrusted = (
  trusted: readonly string[],
  peer: string | undefined,
  forwardedFor: string | undefined,
): boolean => trusted.length === 0 && forwardedFor !== undefined && isLoopback(peer ?? '')

/** An address with a port, as some proxies write it: `203.0.113.7:51514`, `[2001:db8::1]:443`. */
const withPort = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/

const withoutPort = (entry: string): string => {
  const [, ipv6, ipv4] = withPort.exec(entry) ?? []
  return ipv6 ?? ipv4 ?? entry
}

/**
 * Returns the IP address of the client: the peer or, if the peer is a trusted proxy, the last entry of
 * `X-Forwarded-For` that is not a trusted proxy. The client may have written everything left of that entry. An entry
 * that is no IP address ends the search, and the proxy after it is returned: an invented address never is.
 * @param onUnreadable the entry that a trusted proxy wrote about its peer is not an IP address
 */
export function clientIp(
  trusted: readonly string[],
  onUnreadable: (proxy: string) => void = () => {},
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  if (trusted.length === 0) return (peer = '') => unmappedIp(peer)
  const isProxy = ipMatcher(trusted)
  return (peer = '', forwardedFor) => {
    let client = unmappedIp(peer)
    const hops = forwardedFor ? forwardedFor.split(',') : []
    while (hops.length > 0 && isProxy(client)) {
      const next = unmappedIp(withoutPort(hops.pop()?.trim() ?? ''))
      if (parseIpAddress(next) === undefined) {
        onUnreadable(client)
        break
      }
      client = next
    }
    return client
  }
}
