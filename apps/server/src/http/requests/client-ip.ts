import { ipMatcher, parseIpAddress, unmappedIp } from '@envhold/contract/ip-range.ts'

const isLoopback = ipMatcher(['127.0.0.0/8', '::1'])

/** Whether a proxy on this machine sends its client's IP address and is not trusted: all its clients share one. */
export const isProxyNotTrusted = (
  trusted: readonly string[],
  peer: string | undefined,
  forwardedFor: string | undefined,
): boolean => trusted.length === 0 && forwardedFor !== undefined && isLoopback(peer ?? '')

/**
 * Returns the IP address of the client: the peer or, if the peer is a trusted proxy, the last entry of
 * `X-Forwarded-For` that is not a trusted proxy. The client may have written everything left of that entry. An entry
 * that is no IP address ends the search, and the proxy after it is returned: an invented address never is.
 */
export function clientIp(
  trusted: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  if (trusted.length === 0) return (peer = '') => unmappedIp(peer)
  const isProxy = ipMatcher(trusted)
  return (peer = '', forwardedFor) => {
    let client = unmappedIp(peer)
    const hops = forwardedFor?.split(',') ?? []
    while (hops.length > 0 && isProxy(client)) {
      const next = unmappedIp(hops.pop()?.trim() ?? '')
      if (parseIpAddress(next) === undefined) break
      client = next
    }
    return client
  }
}
