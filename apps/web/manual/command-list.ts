import type { Options } from '@envhold/command/command.ts'
import { type Command, program } from '../../cli/src/command.ts'
import { loadCommand, mainNames } from '../../cli/src/command-table.ts'
import { markdownTable } from './markdown-table.ts'

/** In the order of `envhold help`. */
const commands = await Promise.all(mainNames.map(loadCommand))

type NamedOption = readonly [name: string, option: Options[string]]

const optionsOf = ({ options }: Command): NamedOption[] =>
  Object.entries({ ...options, ...program.everywhere } as Options)

/** Options that several commands accept; described once, below them. */
const shared = ['server', 'ca-file', 'insecure', 'project', 'env', 'json', 'help']
const isShared = ([name]: NamedOption) => shared.includes(name)

const code = (text: string) => `\`${text}\``
/** Help is text without marks. */
const plain = (text: string) => text.replaceAll(/[\\`*_[\]<>]/g, '\\$&')

function optionRow([name, option]: NamedOption): [option: string, effect: string] {
  const long = `--${name}${option.type === 'boolean' ? '' : ` ${option.value}`}`
  const choices = option.type !== 'boolean' && option.choices ? `: ${option.choices.join(', ')}` : ''
  return [code(option.short ? `-${option.short}, ${long}` : long), plain(option.help + choices)]
}

function describe(command: Command): string {
  const { name, summary, operands, details = '', examples } = command
  const own = optionsOf(command).filter((option) => !isShared(option))
  const others = optionsOf(command).filter(isShared)
  return [
    `## envhold ${name} {#cli-${name}}`,
    `${plain(summary)}. ${code(`envhold ${name} [options]${operands && ` ${operands}`}`)}`,
    plain(details.replaceAll(/(?<!\n)\n(?!\n)/g, ' ')),
    own.length ? markdownTable(['Option', 'Effect'], ...own.map(optionRow)) : '',
    others.length ? `Also ${others.map(([option]) => code(`--${option}`)).join(', ')}.` : '',
    markdownTable(
      ['Example', 'What it does'],
      ...examples.map(([line, meaning]) => [code(line), plain(meaning)]),
    ),
  ].join('\n\n')
}

/** A heading, the details, the options and the examples of each command, as its help prints them. */
export const describeCommands = (): string => commands.map(describe).join('\n\n')

export function describeSharedOptions(): string {
  const rows = commands.flatMap(optionsOf).filter(isShared).map(optionRow)
  return markdownTable(['Option', 'Effect'], ...new Map(rows))
}
