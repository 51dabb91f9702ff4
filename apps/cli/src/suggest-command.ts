import { commandNames } from './command-table.ts'

/** What people type who know other tools, and what does it here. */
const elsewhere: Readonly<Record<string, string>> = {
  secrets: 'To print a value: envhold get KEY. To print all: envhold pull --output -',
  variables: 'To print a value: envhold get KEY. To print all: envhold pull --output -',
  export: 'Write: envhold pull --format shell --output -',
  download: 'Write: envhold pull',
  inject: 'Write: envhold run -- COMMAND',
  exec: 'Write: envhold run -- COMMAND',
  status: 'To see the server and the account: envhold whoami. To compare .env with the server: envhold diff',
  auth: 'Write: envhold login',
  setup: 'Write: envhold init',
  link: 'Write: envhold init',
  delete: 'Write: envhold unset KEY',
  rm: 'Write: envhold unset KEY',
  log: 'Write: envhold history',
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

/** What to write instead of a command that does not exist; null when nothing is known of it. */
export function suggestCommand(name: string, next: string | undefined): string | null {
  const word = name.toLowerCase()
  if (groups.includes(word) && next !== undefined && commandNames.includes(next))
    return `Write: envhold ${next}`
  if (Object.hasOwn(elsewhere, word)) return elsewhere[word] ?? null
  if (word === 'env') return 'To list environments: envhold environments. To write .env: envhold pull'
  return null
}
