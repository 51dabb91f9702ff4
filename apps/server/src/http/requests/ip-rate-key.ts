import { isIpv4, parseIpAddress } from '@envhold/contract/ip-range.ts'

/** What providers give: a /64 to each network of a subscriber, a /56 to most households, a /48 to most companies. */
const prefixes = [64, 56, 48] as const

/**
 * The networks of an IP address that limits count, the narrowest first: of IPv6 those that one subscriber may have; of
 * IPv4 the address alone.
 */
export function ipNetworks(ip: string): string[] {
  const address = ipv6Of(ip)
  return address === undefined ? [ip] : prefixes.map((prefix) => networkOf(address, prefix))
}

/**
 * The key of a limit per IP address. One subscriber usually has a whole /64 of IPv6, so there it is the network.
 */
export function ipRateKey(ip: string): string {
  const address = ipv6Of(ip)
  return address === undefined ? ip : networkOf(address, prefixes[0])
}

function ipv6Of(ip: string): bigint | undefined {
  const address = parseIpAddress(ip)
  return address === undefined || isIpv4(address) ? undefined : address
}

function networkOf(address: bigint, prefix: number): string {
  const shift = BigInt(128 - prefix)
  const first = (address >> shift) << shift
  const groups = [112n, 96n, 80n, 64n].map((at) => ((first >> at) & 0xffffn).toString(16))
  return `${groups.join(':')}::/${prefix}`
}
