import { rejectUnless } from '@envhold/integrity/vault-error.ts'

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
