import { type Block, part, table, text, topic } from '../manual/block.ts'
import commands from './commands.json' with { type: 'json' }

/** What several commands accept; described once, below them. */
const shared = ['server', 'ca-file', 'insecure', 'project', 'env', 'json', 'help']
/** `--env` of `-e, --env NAME|ID`. */
const longName = (name: string) => name.split(', ').at(-1)?.split(' ')[0] ?? ''
const isShared = ({ name }: { name: string }) => shared.includes(longName(name).slice(2))

const code = (line: string) => `\`${line}\``
const linked = (names: readonly string[]) => (names.length ? `Also ${names.join(', ')}.` : '')

const blocksOf = (command: (typeof commands)[number]): readonly Block[] => {
  const own = command.options.filter((option) => !isShared(option))
  const others = command.options.filter(isShared).map(({ name }) => code(longName(name)))
  const examples = command.examples.map(([line = '', meaning = '']) => [code(line), meaning])
  return [
    part(`cli-${command.name}`, `envhold ${command.name}`),
    text(`${command.summary}. ${code(command.usage)}`),
    ...command.details.split('\n\n').filter(Boolean).map(text),
    ...(own.length ? [table(['Option', 'Effect'], ...own.map(({ name, help }) => [code(name), help]))] : []),
    text(linked(others)),
    table(['Example', 'What it does'], ...examples),
  ]
}

const sharedOptions = () => {
  const every = commands.flatMap(({ options }) => options).filter(isShared)
  const byName = new Map(every.map(({ name, help }) => [name, help]))
  return table(['Option', 'Effect'], ...[...byName].map(([name, help]) => [code(name), help]))
}

export const cliCommands = {
  ...topic(
    'cli-commands',
    'Every command',
    text('The same as `envhold help COMMAND` prints. `envhold help` lists all commands.'),
    ...commands.flatMap(blocksOf),
    part('cli-options', 'Options of several commands'),
    sharedOptions(),
  ),
  alias: 'options flags usage help',
}
