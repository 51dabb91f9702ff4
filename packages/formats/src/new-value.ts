/** The alphabets of random values. `symbols` needs no quotes in a `.env` file, and no escapes in the user of a URL. */
export const randomAlphabets = ['alphanumeric', 'hex', 'base64url', 'digits', 'symbols'] as const
export type RandomAlphabet = (typeof randomAlphabets)[number]

/** The length of a random value, in characters. */
export const randomLength = { min: 8, max: 256, default: 32 } as const

const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const characters: Readonly<Record<RandomAlphabet, string>> = {
  alphanumeric: digits + letters,
  hex: '0123456789abcdef',
  base64url: `${letters}${digits}-_`,
  digits,
  symbols: `${digits}${letters}-_.,+=!`,
}

/** The characters of an alphabet, each once. */
export const charactersOf = (alphabet: RandomAlphabet): string => characters[alphabet]

export const isRandomLength = (length: number): boolean =>
  Number.isInteger(length) && length >= randomLength.min && length <= randomLength.max

/** How many bits an attacker has to guess, rounded down. */
export const randomBits = (length: number, alphabet: RandomAlphabet): number =>
  Math.floor(length * Math.log2(characters[alphabet].length))

/** Fills an array with unpredictable bytes, as `crypto.getRandomValues` does. */
type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => unknown

const systemRandom: FillRandom = (bytes) => globalThis.crypto.getRandomValues(bytes)

/**
 * A random text in which every character of the alphabet is equally likely at every position. A byte beyond the last
 * multiple of the alphabet's size is drawn again, because a remainder would prefer the first characters.
 * @param length from 8 to 256 characters
 * @throws RangeError for another length
 */
export function randomValue(
  length: number,
  alphabet: RandomAlphabet,
  fill: FillRandom = systemRandom,
): string {
  if (!isRandomLength(length)) throw new RangeError('The length of a random value is 8 to 256 characters')
  const choices = characters[alphabet]
  const accepted = 256 - (256 % choices.length)
  const bytes = new Uint8Array(length)
  let text = ''
  while (text.length < length) {
    fill(bytes)
    for (const byte of bytes)
      if (byte < accepted && text.length < length) text += choices.charAt(byte % choices.length)
  }
  bytes.fill(0)
  return text
}

/**
 * The value in a text from a pipe. Tools end a line that they print with a newline, so a text of one line loses exactly
 * one, `\n` or `\r\n`. A text of several lines, such as a key file, is the value as it is.
 */
export function pipedValue(text: string): string {
  const end = text.indexOf('\n')
  if (end < 0 || end < text.length - 1) return text
  return text.slice(0, text[end - 1] === '\r' ? end - 1 : end)
}
