import commands from './commands.json' with { type: 'json' }
import { markdownTable } from './markdown-table.ts'

/** Options that several commands accept; described once, below them. */
const shared = ['server', 'ca-file', 'insecure', 'project', 'env', 'json', 'help']
/** `--env` of `-e, --env NAME|ID`. */
const longName = (name: string) => name.split(', ').at(-1)?.split(' ')[0] ?? ''
const isShared = ({ name }: { name: string }) => shared.includes(longName(name).slice(2))

const code = (text: string) => `\`${text}\``
/** Help is text without marks. */
const plain = (text: string) => text.replaceAll(/[\\`*_[\]<>]/g, '\\$&')

function describe({ name, summary, usage, details, options, examples }: (typeof commands)[number]): string {
  const own = options
    .filter((option) => !isShared(option))
    .map((option) => [code(option.name), plain(option.help)])
  const others = options.filter(isShared).map((option) => code(longName(option.name)))
  return [
    `## envhold ${name} {#cli-${name}}`,
    `${plain(summary)}. ${code(usage)}`,
    plain(details),
    own.length ? markdownTable(['Option', 'Effect'], ...own) : '',
    others.length ? `Also ${others.join(', ')}.` : '',
    markdownTable(
      ['Example', 'What it does'],
      ...examples.map(([line = '', meaning = '']) => [code(line), plain(meaning)]),
    ),
  ].join('\n\n')
}

/** A heading, the details, the options and the examples of each command, as its help prints them. */
export const describeCommands = (): string => commands.map(describe).join('\n\n')

export function describeSharedOptions(): string {
  const every = commands.flatMap(({ options }) => options).filter(isShared)
  const byName = new Map(every.map(({ name, help }) => [code(name), plain(help)]))
  return markdownTable(['Option', 'Effect'], ...byName)
}
