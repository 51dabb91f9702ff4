import { toRecord, type Variables } from './variables.ts'

/** One flat JSON object of strings (RFC 8259), two spaces of indent, a newline at the end. */
export function renderJson(variables: Variables): string {
  return `${JSON.stringify(toRecord(variables), null, 2)}\n`
}

/** The same with `{ value, note }` for each variable; the note is null if there is none. */
export function renderNotedJson(variables: Variables): string {
  const noted = Array.from(variables, ([key, { value, note = null }]) => [key, { value, note }] as const)
  return `${JSON.stringify(Object.fromEntries(noted), null, 2)}\n`
}
