/** One flat JSON object of strings (RFC 8259), two spaces of indent, a newline at the end. */
export function renderJson(variables: ReadonlyMap<string, string>): string {
  return `${JSON.stringify(Object.fromEntries(variables), null, 2)}\n`
}
