import type { CommandForm } from '@envhold/command/command.ts'
import { completionForm, completionScript, requireShell } from '@envhold/command/completion/completion.ts'
import { type Command, command, type Group, program } from './command.ts'

const completion = command({
  ...completionForm(program.name),
  async run({ operands, info }) {
    const shell = requireShell(operands[0])
    const all = commandNames.map(async (name) => [name, formOf(await loadCommand(name))] as const)
    info(completionScript(shell, program, await Promise.all(all)).trimEnd())
    return 0
  },
})

/** Every command in the order of the overview. Only the one that runs is loaded. */
const loaders: Readonly<Record<string, () => Promise<Command | Group>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  healthcheck: async () => (await import('./healthcheck.ts')).healthcheck,
  migrate: async () => (await import('./migrate.ts')).migrate,
  verify: async () => (await import('./verify.ts')).verify,
  audit: async () => (await import('./audit.ts')).audit,
  backup: async () => (await import('./backup/backup.ts')).backup,
  restore: async () => (await import('./backup/restore.ts')).restore,
  move: async () => (await import('./move/move.ts')).move,
  secret: async () => (await import('./secret/secret.ts')).secret,
  operator: async () => (await import('./operator/operator.ts')).operator,
  payments: async () => (await import('./payments/payments.ts')).payments,
  'identity-provider': async () =>
    (await import('./identity-provider/identity-provider.ts')).identityProvider,
  completion: async () => completion,
}

export const commandNames: readonly string[] = Object.keys(loaders)

export async function loadCommand(name: string): Promise<Command | Group> {
  const load = loaders[name]
  if (!load) throw new Error('No such command')
  return load()
}

/** The last word of its name, as typed after the name of its group. */
export const wordOf = ({ name }: Command): string => name.slice(name.lastIndexOf(' ') + 1)

/** A group as one command, for completion: its commands are the first operand, and it has the options of all. */
export function formOf(loaded: Command | Group): CommandForm {
  if (!('commands' in loaded)) return loaded
  const { name, summary, commands } = loaded
  return {
    name,
    summary,
    operands: 'COMMAND',
    words: commands.map(wordOf),
    options: Object.assign({}, ...commands.map(({ options }) => options)),
    examples: [],
  }
}
