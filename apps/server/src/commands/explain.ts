import { commandHelp, overviewText, readableWidth } from '@envhold/command/help.ts'
import { version } from '../config/version.ts'
import { type Command, type Group, program } from './command.ts'
import { commandNames, loadCommand, wordOf } from './command-table.ts'

const width = () => readableWidth(process.stdout.columns)

export const helpText = (target: Command | Group): string =>
  'commands' in target ? groupText(target) : commandHelp(program, target, width()).trimEnd()

function groupText({ name, summary, commands, details }: Group): string {
  const rows = commands.map(
    (command) => [`${wordOf(command)} ${command.operands}`.trim(), command.summary] as const,
  )
  const usage = `${program.name} ${name}`
  const end = `${details}\n\nExplain one command: ${program.name} help ${name} COMMAND`
  return overviewText({ title: summary, usage, sections: [['Commands', rows]], end }, width()).trimEnd()
}

export async function overview(): Promise<string> {
  const commands = await Promise.all(commandNames.map(loadCommand))
  const text = {
    title: `${program.name} ${version}: the Envhold server, and what an operator does on its machine`,
    usage: program.name,
    sections: [['Commands', commands.map(({ name, summary }) => [name, summary] as const)]],
    end: `Settings are environment variables. Explain one command: ${program.name} help COMMAND\n\nExit codes: 0 done, 1 not done or something is invalid. backup, restore, move, secret and operator: 2 wrong usage. All others: 64 wrong usage, and 69, 70, 75 or 78 as in sysexits.h when the settings or the stored data cannot be used.`,
  } as const
  return overviewText(text, width()).trimEnd()
}
