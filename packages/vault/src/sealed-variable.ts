import { rejectUnless } from '@envhold/integrity/vault-error.ts'

/**
 * What is sealed of one variable. The package `formats` declares the same type, and the two import nothing of each
 * other: a test compares them, because a field that only `formats` knew would be lost here.
 */
export type Variable = {
  readonly value: string
  /** 1 to 500 code points. */
  readonly note?: string
  /** A calendar day, `2027-01-31`. */
  readonly due?: string
  /** The id of the user who set `due`; present exactly with it. */
  readonly dueSetBy?: number
}

type Pair = readonly [key: string, value: string]
type Details = { readonly note?: string; readonly due?: string; readonly by?: number }

/**
 * One variable as it is sealed (stored-formats.md, 'Environment version'): a pair, or a triple if it has a note or a
 * due day. Throws VaultError for a lone surrogate, a note of another length, and a due day that is no calendar day or
 * has no user.
 */
export function encodeVariable(key: string, variable: Variable): Pair | readonly [...Pair, Details] {
  const { value, note, due, dueSetBy } = variable
  rejectUnless(key.isWellFormed() && value.isWellFormed())
  if (note === undefined && due === undefined && dueSetBy === undefined) return [key, value]
  rejectUnless(note === undefined || isNote(note))
  rejectUnless(due === undefined ? dueSetBy === undefined : isDay(due) && isUserId(dueSetBy))
  // The order of the keys is part of the format. JSON leaves out what is undefined.
  return [key, value, { note, due, by: dueSetBy } as Details]
}

/** The reverse of `encodeVariable`, except that it does not check whether the JSON is canonical. Throws VaultError. */
export function decodeVariable(entry: unknown): [key: string, variable: Variable] {
  rejectUnless(Array.isArray(entry) && (entry.length === 2 || entry.length === 3))
  const [key, value, details] = entry as [unknown, unknown, unknown]
  rejectUnless(typeof key === 'string' && typeof value === 'string')
  rejectUnless(key.isWellFormed() && value.isWellFormed())
  if ((entry as unknown[]).length === 2) return [key, { value }]
  rejectUnless(typeof details === 'object' && details !== null && !Array.isArray(details))
  const { note, due, by } = details as Record<string, unknown>
  rejectUnless(note === undefined || (typeof note === 'string' && isNote(note)))
  if (due === undefined) {
    rejectUnless(note !== undefined && by === undefined)
    return [key, { value, note }]
  }
  rejectUnless(typeof due === 'string' && isDay(due) && isUserId(by))
  return [key, { value, ...(note !== undefined && { note }), due, dueSetBy: by }]
}

const maxNoteLength = 500

/** Code points, not UTF-16 code units. The first comparison spares long texts the count. */
const isNote = (note: string): boolean =>
  note.length > 0 &&
  note.length <= 2 * maxNoteLength &&
  note.isWellFormed() &&
  [...note].length <= maxNoteLength

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // A day that its month does not have becomes one of the next month, or no date at all.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const isUserId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) > 0
