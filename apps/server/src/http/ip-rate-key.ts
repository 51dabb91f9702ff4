import { isIpv4, parseIpAddress } from '@envhold/contract/ip-range.ts'

/**
 * The key of a limit per IP address. One subscriber usually has a whole /64 of IPv6, so there it is the network.
 */
export function ipRateKey(ip: string): string {
  const address = parseIpAddress(ip)
  if (address === undefined || isIpv4(address)) return ip
  const groups = [112n, 96n, 80n, 64n].map((shift) => ((address >> shift) & 0xffffn).toString(16))
  return `${groups.join(':')}::/64`
}
