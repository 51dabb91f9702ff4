import { isIpv4, parseIpAddress } from '@envhold/contract/ip-range.ts'

/** The family of an IP address. An IPv4 address that is mapped into IPv6 is an IPv4 address. */
export function ipFamilyOf(ip: string): 'ipv4' | 'ipv6' {
  const address = parseIpAddress(ip)
  return address === undefined || isIpv4(address) ? 'ipv4' : 'ipv6'
}
