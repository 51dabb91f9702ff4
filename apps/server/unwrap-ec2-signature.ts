/** The bytes of a coordinate, by the curve's number in COSE: P-256, P-384, P-521. */
const sizes: Readonly<Record<number, number>> = { 1: 32, 2: 48, 3: 66 }

const sequence = 0x30
const integer = 0x02

/**
 * Replaces the function of this name in @simplewebauthn/server, for which eight packages would read ASN.1.
 * @param der an ECDSA signature, a sequence of two integers
 * @returns both integers with the length of a coordinate, as Web Crypto verifies them
 */
export function unwrapEC2Signature(der: Uint8Array, curve: number): Uint8Array<ArrayBuffer> {
  const size = sizes[curve]
  if (size === undefined) throw new Error(`Unexpected curve ${curve}`)
  let at = 0
  /** The length of an element of this type. P-521 needs one byte more for that of the sequence. */
  const open = (type: number): number => {
    if (der[at++] !== type) throw new Error('Not a signature in DER')
    const short = der[at++] ?? 0
    const length = short === 0x81 ? (der[at++] ?? 0) : short
    const isShortest = short < 0x80 || (short === 0x81 && length >= 0x80)
    if (!isShortest || at + length > der.length) throw new Error('Not a signature in DER')
    return length
  }
  const readInteger = (): Uint8Array => {
    const length = open(integer)
    const bytes = der.subarray(at, at + length)
    at += length
    // A zero in front only says that the number is positive.
    const digits = bytes[0] === 0 ? bytes.subarray(1) : bytes
    if (length === 0 || digits.length > size) throw new Error('A coordinate has another length')
    return digits
  }
  if (open(sequence) !== der.length - at) throw new Error('Not a signature in DER')
  const raw = new Uint8Array(2 * size)
  for (const end of [size, 2 * size]) {
    const digits = readInteger()
    raw.set(digits, end - digits.length)
  }
  if (at !== der.length) throw new Error('Not a signature in DER')
  return raw
}
