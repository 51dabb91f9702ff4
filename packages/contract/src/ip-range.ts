import { z } from 'zod'

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'Must be an IP address or a CIDR range')

/** An IPv4 or IPv6 address, or a range of them in CIDR notation (RFC 4632, RFC 4291). */
export const ipOrRange = z.string().trim().max(64).pipe(address)
