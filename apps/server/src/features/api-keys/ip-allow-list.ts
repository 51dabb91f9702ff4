import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * Whether an address is on a list of addresses and CIDR ranges. An empty list allows every address; an IPv4 address
 * that arrives mapped into IPv6 counts as itself.
 */
export function isIpAllowed(allowed: readonly string[], ip: string): boolean {
  if (allowed.length === 0) return true
  const address = mappedIpv4.exec(ip)?.[1] ?? ip
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const entry of allowed) {
    const [network = '', prefix] = entry.split('/')
    if (prefix === undefined) list.addAddress(network, familyOf(network))
    else list.addSubnet(network, Number(prefix), familyOf(network))
  }
  return list.check(address, familyOf(address))
}
