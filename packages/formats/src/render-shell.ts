/** Lines of `export KEY='…'` that any POSIX shell may `eval`: nothing in a value is expanded or run. */
export function renderShell(variables: ReadonlyMap<string, string>): string {
  return [...variables].map(([key, value]) => `export ${key}='${value.replaceAll("'", "'\\''")}'\n`).join('')
}
