/**
 * IP addresses and CIDR ranges (RFC 4632, RFC 4291), parsed and matched in one place for the allow-lists of API keys,
 * the trusted proxies and the limits per IP address.
 */
import { z } from 'zod'

/** All IP addresses whose first `bits` of 128 bits are those of `value`. */
interface IpRange {
  readonly value: bigint
  readonly bits: number
}

const decimalByte = /^(?:0|[1-9]\d{0,2})$/
const hexGroup = /^[0-9a-f]{1,4}$/i
const maxTextLength = 64

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  if (!parts.every((part) => decimalByte.test(part) && Number(part) <= 255)) return undefined
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

/** Hexadecimal groups of an IPv6 address; the last may be an IPv4 address, which counts as two. */
function parseGroups(text: string, mayEndInIpv4: boolean): bigint[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: bigint[] = []
  for (const [index, part] of parts.entries()) {
    if (hexGroup.test(part)) {
      groups.push(BigInt(`0x${part}`))
      continue
    }
    const embedded = mayEndInIpv4 && index === parts.length - 1 ? parseIpv4(part) : undefined
    if (embedded === undefined) return undefined
    groups.push(embedded >> 16n, embedded & 0xffffn)
  }
  return groups
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head = '', tail] = halves
  const left = parseGroups(head, tail === undefined)
  const right = parseGroups(tail ?? '', true)
  if (!left || !right) return undefined
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...left, ...Array<bigint>(missing).fill(0n), ...right]
  return groups.reduce((value, group) => (value << 16n) | group, 0n)
}

const mappedPrefix = 0xffffn
/** Bits before an IPv4 address that is mapped into IPv6. */
const mappedBits = 96
const fullBits = 128

const parseAddress = (text: string): IpRange | undefined => {
  if (text.length > maxTextLength) return undefined
  const ipv4 = parseIpv4(text)
  if (ipv4 !== undefined) return { value: (mappedPrefix << 32n) | ipv4, bits: mappedBits }
  const ipv6 = parseIpv6(text)
  return ipv6 === undefined ? undefined : { value: ipv6, bits: 0 }
}

/**
 * An IP address as 128 bits. `192.0.2.1` and `::ffff:192.0.2.1` are the same address: a socket that listens on IPv6
 * reports IPv4 peers in the second form. The zone of a link-local address (`fe80::1%eth0`) is an interface of this
 * machine and is left out.
 */
export function parseIpAddress(text: string): bigint | undefined {
  const [address = '', zone] = text.split('%')
  if (zone !== undefined && !address.includes(':')) return undefined
  return parseAddress(address)?.value
}

export const isIpv4 = (address: bigint): boolean => address >> 32n === mappedPrefix

/** An IP address as text. A mapped IPv4 address is written as its four numbers. */
export function unmappedIp(text: string): string {
  if (!text.includes(':')) return text
  const address = parseIpAddress(text)
  if (address === undefined || !isIpv4(address)) return text
  return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.')
}

function parseIpRange(text: string): IpRange | undefined {
  const [network = '', length, ...rest] = text.split('/')
  const address = parseAddress(network)
  if (!address || rest.length > 0) return undefined
  if (length === undefined) return { ...address, bits: fullBits }
  const bits = address.bits + Number(length)
  return decimalByte.test(length) && bits <= fullBits ? { ...address, bits } : undefined
}

const prefixesOf = (ranges: readonly string[]) =>
  ranges.map(parseIpRange).flatMap((range) => {
    if (!range) return []
    const hostBits = BigInt(fullBits - range.bits)
    return [{ bits: range.bits, hostBits, prefix: range.value >> hostBits }]
  })

/** Whether an IP address is in one of these ranges. Text that is no IP address is in none. */
export function ipMatcher(ranges: readonly string[]): (ip: string) => boolean {
  const prefixes = prefixesOf(ranges)
  return (ip) => {
    const address = parseIpAddress(ip)
    return address !== undefined && prefixes.some(({ hostBits, prefix }) => address >> hostBits === prefix)
  }
}

/** Whether each of these addresses and ranges is a part of one of the ranges. */
export function areWithinIpRanges(parts: readonly string[], ranges: readonly string[]): boolean {
  const prefixes = prefixesOf(ranges)
  return parts
    .map(parseIpRange)
    .every((part) =>
      prefixes.some(
        ({ bits, hostBits, prefix }) => part && bits <= part.bits && part.value >> hostBits === prefix,
      ),
    )
}

/** Whether a text is an IPv4 or IPv6 address, or a range of them in CIDR notation. */
export const isIpOrRange = (text: string): boolean => parseIpRange(text) !== undefined

/** An IPv4 or IPv6 address, or a range of them in CIDR notation. */
export const ipOrRange = z
  .string()
  .trim()
  .max(maxTextLength)
  .refine(isIpOrRange, 'Must be an IP address or a CIDR range')
