/** A line of a project's log (stored-formats.md, 'Log of a project'): its fields by name, as JSON has them. */
export type LogLine = Readonly<Record<string, unknown>>

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads an object.
 * @returns null for any other text, also for another way to write the same object, so that no changed byte stays unseen
 */
export function readLogLine(bytes: Uint8Array): LogLine | null {
  try {
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    return isObject(value) && JSON.stringify(value) === text ? value : null
  } catch {
    return null
  }
}

export const isObject = (value: unknown): value is LogLine =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a line has these fields, in this order. */
export function hasFields(line: LogLine, names: readonly string[]): boolean {
  const found = Object.keys(line)
  return found.length === names.length && names.every((name, index) => found[index] === name)
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
export const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
export const isCountOrNull = (value: unknown): value is number | null => value === null || isCount(value)

/** Bytes in lower-case hexadecimal; null for any other value. */
export const bytesOf = (value: unknown, length: number): Uint8Array | null =>
  isText(value) && value.length === 2 * length && /^[0-9a-f]*$/.test(value) ? Buffer.from(value, 'hex') : null
