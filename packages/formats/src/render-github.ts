/** Fills `bytes` with random numbers. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => void

/** Lines for `$GITHUB_ENV`: `KEY<<DELIMITER`, the value, the delimiter. */
export function renderGithub(
  variables: ReadonlyMap<string, string>,
  random: RandomBytes = (bytes) => void globalThis.crypto.getRandomValues(bytes),
): string {
  const delimiter = newDelimiter(random)
  return [...variables].map(([key, value]) => `${key}<<${delimiter}\n${value}\n${delimiter}\n`).join('')
}

function newDelimiter(random: RandomBytes): string {
  const bytes = new Uint8Array(16)
  random(bytes)
  return `envhold_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
