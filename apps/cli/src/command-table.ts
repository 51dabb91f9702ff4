import type { Command } from './command.ts'
import { listOptions } from './output/variable-fields.ts'

/** Every command in the order of the overview. Only the one that runs is loaded. */
const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  login: async () => (await import('./commands/login.ts')).login,
  logout: async () => (await import('./commands/logout.ts')).logout,
  whoami: async () => (await import('./commands/whoami.ts')).whoami,
  projects: async () => (await import('./commands/projects.ts')).projects,
  environments: async () => (await import('./commands/environments.ts')).environments,
  init: async () => (await import('./commands/init.ts')).init,
  pull: async () => (await import('./commands/pull.ts')).pull,
  push: async () => (await import('./commands/push.ts')).push,
  edit: async () => (await import('./commands/edit.ts')).edit,
  diff: async () => (await import('./commands/diff.ts')).diff,
  sync: async () => (await import('./commands/sync.ts')).sync,
  run: async () => (await import('./commands/run.ts')).run,
  variables: async () => (await import('./commands/variables.ts')).variables,
  get: async () => (await import('./commands/get.ts')).get,
  find: async () => (await import('./commands/find.ts')).find,
  set: async () => (await import('./commands/set.ts')).set,
  unset: async () => (await import('./commands/unset.ts')).unset,
  copy: async () => (await import('./commands/copy.ts')).copy,
  history: async () => (await import('./commands/history.ts')).history,
  log: async () => (await import('./commands/log.ts')).log,
  rollback: async () => (await import('./commands/rollback.ts')).rollback,
  audit: async () => (await import('./commands/audit.ts')).audit,
  completion: async () => (await import('./commands/completion.ts')).completion,
}

const aliases: Readonly<Record<string, string>> = { list: 'projects' }

/** `list` with an option of `variables` lists those. */
const ofVariables: readonly string[] = Object.keys(listOptions).map((name) => `--${name}`)
export const resolveCommand = (name: string, words: readonly string[]): string =>
  name === 'list' && words.some((word) => ofVariables.includes(word)) ? 'variables' : name

export const mainNames: readonly string[] = Object.keys(loaders)
export const commandNames: readonly string[] = [...mainNames, ...Object.keys(aliases)]

export async function loadCommand(name: string): Promise<Command> {
  const load = loaders[aliases[name] ?? name]
  if (!load) throw new Error('No such command')
  return load()
}
