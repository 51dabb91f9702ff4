import { commandNames } from './command-table.ts'

/** Words that users of other tools type, and the command to use here. */
const elsewhere: Readonly<Record<string, string>> = {
  secrets: 'To print a value: envhold get KEY. To print all: envhold pull --output -',
  variables: 'To print a value: envhold get KEY. To print all: envhold pull --output -',
  export: 'Use: envhold pull --format shell --output -',
  download: 'Use: envhold pull',
  inject: 'Use: envhold run -- COMMAND',
  exec: 'Use: envhold run -- COMMAND',
  status: 'To see the server and the account: envhold whoami. To compare .env with the server: envhold diff',
  auth: 'Use: envhold login',
  setup: 'Use: envhold init',
  link: 'Use: envhold init',
  delete: 'Use: envhold unset KEY',
  rm: 'Use: envhold unset KEY',
  cp: 'Use: envhold copy KEY --from ENVIRONMENT --to ENVIRONMENT',
  mv: 'Use: envhold copy KEY --from ENVIRONMENT --to ENVIRONMENT --move',
  log: 'Use: envhold history',
}

/** Words that group commands in other tools, as in `env pull`. */
const groups: readonly string[] = [
  'env',
  'envs',
  'secret',
  'secrets',
  'var',
  'vars',
  'variable',
  'variables',
  'project',
]

/** What to use instead of a command that does not exist, or null. */
export function suggestCommand(name: string, next: string | undefined): string | null {
  const word = name.toLowerCase()
  if (groups.includes(word) && next !== undefined && commandNames.includes(next))
    return `Use: envhold ${next}`
  if (Object.hasOwn(elsewhere, word)) return elsewhere[word] ?? null
  if (word === 'env') return 'To list environments: envhold environments. To write .env: envhold pull'
  return null
}
