import { ipMatcher, parseIpAddress, unmappedIp } from '@envhold/contract/ip-range.ts'

const isLoopback = ipMatcher(['127.0.0.0/8', '::1'])

/** Whether a proxy on this machine names its client without being trusted: all its clients look like one. */
export const isProxyNotTrusted = (
  trusted: readonly string[],
  peer: string | undefined,
  forwardedFor: string | undefined,
): boolean => trusted.length === 0 && forwardedFor !== undefined && isLoopback(peer ?? '')

/**
 * Returns the IP address that a request comes from: the peer, or, if the peer is a trusted proxy, the last one in
 * `X-Forwarded-For` that no trusted proxy has. Everything left of that one the client may have written itself. What
 * is not an address ends the walk, so that the nearest proxy is named rather than an invention.
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
