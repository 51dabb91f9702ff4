import { limits } from '@envhold/contract/limits.ts'

/** A text as a field of the browser shows it: with one kind of line break. */
export const asShown = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** The bytes behind what a field shows: the first of `sources` that looks the same, or the shown text itself. */
export const exactText = (text: string, sources: readonly string[]): string =>
  sources.find((source) => asShown(source) === text) ?? text

/** Every byte of a file as a value, with its byte order mark. @throws Error with a message to display */
export async function readValueFile(file: File): Promise<string> {
  if (file.size > limits.valueBytes)
    throw new Error(`${file.name} is larger than ${limits.valueBytes / 1024} KiB, the most a value can hold`)
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(`${file.name} cannot be read`)
  })
  if (bytes.byteLength === 0) throw new Error(`${file.name} is empty`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error(`${file.name} is not UTF-8 text. Encode it with base64 first`)
  }
  if (text.includes('\0')) throw new Error(`${file.name} has NUL characters, which a value cannot hold`)
  return text
}
