import { UsageError } from '../verify/read-heads.ts'

export type Command =
  | { readonly name: 'help' | 'show' | 'test' | 'remove' | 'ask' }
  | { readonly name: 'set'; readonly file: string }

export const usage = `Usage: npm run sign-in-provider -- COMMAND

  show          the settings, without secrets
  set FILE      read all settings from a JSON file; - is standard input
  set           ask for each setting; secrets without echo
  test          read the discovery document of the provider; exit code 0 or 1
  remove        sign in with passwords only

docs/sign-in-provider.md lists the settings, and what to enter at each provider.`

/** @throws UsageError */
export function parseCommand([name = 'help', file, ...rest]: readonly string[]): Command {
  if (rest.length > 0) throw new UsageError(usage)
  if (name === 'set') return file === undefined ? { name: 'ask' } : { name, file }
  if (file !== undefined) throw new UsageError(usage)
  if (['help', '--help', '-h'].includes(name)) return { name: 'help' }
  if (name === 'show' || name === 'test' || name === 'remove') return { name }
  throw new UsageError(usage)
}
