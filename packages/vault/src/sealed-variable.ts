import {
  type DetailName,
  detailNames,
  everyField,
  fieldOf,
  type Variable,
} from '@envhold/formats/fields/every-field.ts'
import { rejectUnless } from '@envhold/integrity/vault-error.ts'

type Pair = readonly [key: string, value: string]
type Details = Record<string, string | number>

/**
 * One variable as it is sealed (stored-formats.md, 'Environment version'): a pair, or a triple if it has a field of
 * content version 2. Throws VaultError for a lone surrogate, and for a field that could not be opened again.
 */
export function encodeVariable(key: string, variable: Variable): Pair | readonly [...Pair, Details] {
  const { value } = variable
  rejectUnless(key.isWellFormed() && everyField.value.sealed.accepts(value))
  // The order of the fields is part of the format.
  const details: Details = {}
  for (const name of detailNames) {
    const { accepts, setBy } = fieldOf(name).sealed
    const text = variable[name]
    rejectUnless(text === undefined || accepts(text))
    if (text !== undefined) details[name] = text
    if (!setBy) continue
    const by = variable[setBy.property]
    rejectUnless(text === undefined ? by === undefined : isUserId(by))
    if (by !== undefined) details[setBy.sealed] = by
  }
  return Object.keys(details).length === 0 ? [key, value] : [key, value, details]
}

/** The reverse of `encodeVariable`, except that it does not check whether the JSON is canonical. Throws VaultError. */
export function decodeVariable(entry: unknown): [key: string, variable: Variable] {
  rejectUnless(Array.isArray(entry) && (entry.length === 2 || entry.length === 3))
  const [key, value, details] = entry as [unknown, unknown, unknown]
  rejectUnless(typeof key === 'string' && typeof value === 'string')
  rejectUnless(key.isWellFormed() && everyField.value.sealed.accepts(value))
  if ((entry as unknown[]).length === 2) return [key, { value }]
  rejectUnless(typeof details === 'object' && details !== null && !Array.isArray(details))
  return [key, { value, ...decodeDetails(details as Record<string, unknown>) }]
}

type Decoded = { -readonly [Name in DetailName | 'dueSetBy']?: Variable[Name] }

function decodeDetails(details: Record<string, unknown>): Decoded {
  const decoded: Decoded = {}
  for (const name of detailNames) {
    const { accepts, setBy } = fieldOf(name).sealed
    const text = details[name]
    rejectUnless(text === undefined || (typeof text === 'string' && accepts(text)))
    if (text !== undefined) decoded[name] = text
    if (!setBy) continue
    const by = details[setBy.sealed]
    rejectUnless(text === undefined ? by === undefined : isUserId(by))
    if (typeof by === 'number') decoded[setBy.property] = by
  }
  rejectUnless(Object.keys(decoded).length > 0)
  return decoded
}

const isUserId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) > 0

const END = 0x80
const SHORTEST = 256

/**
 * Appends 0x80 and zeros up to the next PADMÉ length, at least 256 bytes: the size of an environment is visible to
 * within 12 % at best.
 */
export function pad(content: Uint8Array): Buffer {
  const padded = Buffer.alloc(paddedLength(content.length + 1))
  padded.set(content)
  padded[content.length] = END
  return padded
}

/** The input of {@link pad}. Throws VaultError unless the padding is exactly what {@link pad} adds. */
export function unpad(padded: Uint8Array): Uint8Array {
  let end = padded.length - 1
  while (end >= 0 && padded[end] === 0) end--
  rejectUnless(end >= 0 && padded[end] === END && padded.length === paddedLength(end + 1))
  return padded.subarray(0, end)
}

/**
 * PADMÉ (Nikitin et al., 'Reducing Metadata Leakage from Encrypted Files and Communication with PURBs', §3.4): rounds
 * up to a length whose lower bits are zero, so that few distinct lengths remain.
 */
export function paddedLength(length: number): number {
  if (length <= SHORTEST) return SHORTEST
  const exponent = floorLog2(length)
  const zeroBits = exponent - (floorLog2(exponent) + 1)
  return Math.ceil(length / 2 ** zeroBits) * 2 ** zeroBits
}

function floorLog2(number: number): number {
  return 31 - Math.clz32(number)
}
