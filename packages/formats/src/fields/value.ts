import type { VariableField } from './field.ts'
import { isStorable, maxValueBytes, notStorable } from './text.ts'

const tooLarge = 'A value can be at most 64 KiB'
const utf8 = new TextEncoder()

/** Without counting: a UTF-16 code unit has at most 3 bytes in UTF-8. */
const isTooLarge = (value: string): boolean =>
  value.length * 3 > maxValueBytes && utf8.encode(value).length > maxValueBytes

function problems(value: string): string[] {
  const isLong = value.length > maxValueBytes
  return [
    ...(isLong ? [tooLarge] : []),
    ...(isStorable(value) ? [] : [notStorable]),
    ...(!isLong && isTooLarge(value) ? [tooLarge] : []),
  ]
}

/** What a program reads: any text, every byte of which is kept. It may be empty. */
export const value = {
  label: 'value',
  sealed: { version: 1, accepts: (text) => text.isWellFormed() },
  wire: {
    schema: { type: 'string', maxLength: maxValueBytes },
    maxLength: maxValueBytes,
    example: 'postgres://localhost/app',
    normalise: (text) => text,
    problems,
    isReturned: (text) => problems(text).length === 0,
  },
  isCopied: true,
  isCounted: true,
} as const satisfies VariableField
