import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** `::ffff:192.0.2.1` is how a socket that listens on IPv6 too names an IPv4 peer. */
export const peerAddress = (address: string) => {
  const mapped = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : ''
  return isIP(mapped) === 4 ? mapped : address
}

const listOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** Whether a peer is a trusted proxy. */
export function trustedPeers(trusted: readonly string[]): (peer: string) => boolean {
  const proxies = listOf(trusted)
  return (peer) => {
    const address = peerAddress(peer)
    return isIP(address) !== 0 && proxies.check(address, familyOf(address))
  }
}

const loopback = trustedPeers(['127.0.0.0/8', '::1'])

/** Whether a proxy on this machine names its client without being trusted: all its clients look like one. */
export const isProxyNotTrusted = (
  trusted: readonly string[],
  peer: string | undefined,
  forwardedFor: string | undefined,
): boolean => trusted.length === 0 && forwardedFor !== undefined && loopback(peer ?? '')

/**
 * Tells where a request comes from: the peer, or – where the peer is a trusted proxy – the last address in
 * `X-Forwarded-For` that no trusted proxy has. Everything left of that one the client may have written itself. What
 * is not an address ends the walk, so that the nearest proxy is named rather than an invention.
 */
export function clientAddress(
  trusted: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  if (trusted.length === 0) return (peer = '') => peerAddress(peer)
  const isProxy = trustedPeers(trusted)
  return (peer = '', forwardedFor) => {
    let client = peerAddress(peer)
    const hops = forwardedFor?.split(',') ?? []
    while (hops.length > 0 && isProxy(client)) {
      const next = peerAddress(hops.pop()?.trim() ?? '')
      if (isIP(next) === 0) break
      client = next
    }
    return client
  }
}
