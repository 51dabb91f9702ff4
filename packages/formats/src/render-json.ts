import { toRecord, type Variables } from './variables.ts'

/** One flat JSON object of strings (RFC 8259), two spaces of indent, a newline at the end. */
export function renderJson(variables: Variables): string {
  return `${JSON.stringify(toRecord(variables), null, 2)}\n`
}
