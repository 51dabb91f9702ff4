import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** `::ffff:192.0.2.1` is how a socket that listens on IPv6 too names an IPv4 peer. */
const plain = (address: string) => {
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

/**
 * Tells where a request comes from: the peer, or – where the peer is a trusted proxy – the last address in
 * `X-Forwarded-For` that no trusted proxy has. Everything left of that one the client may have written itself. What
 * is not an address ends the walk, so that the nearest proxy is named rather than an invention.
 */
export function clientAddress(
  trusted: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  if (trusted.length === 0) return (peer = '') => plain(peer)
  const proxies = listOf(trusted)
  return (peer = '', forwardedFor) => {
    let client = plain(peer)
    const hops = forwardedFor?.split(',') ?? []
    while (hops.length > 0 && isIP(client) !== 0 && proxies.check(client, familyOf(client))) {
      const next = plain(hops.pop()?.trim() ?? '')
      if (isIP(next) === 0) break
      client = next
    }
    return client
  }
}
