import type { CommandForm, Options, Program } from './command.ts'

type Rows = readonly (readonly [left: string, right: string])[]

const optionName = ([name, option]: [string, Options[string]]): string => {
  const short = option.short ? `-${option.short}, ` : '    '
  return `${short}--${name}${option.type !== 'boolean' ? ` ${option.value}` : ''}`
}

const optionHelp = (option: Options[string]): string => {
  const choices = option.type !== 'boolean' && option.choices ? `: ${option.choices.join(', ')}` : ''
  return `${option.help}${choices}`
}

/** @param width in columns */
export function commandHelp({ name, everywhere }: Program, command: CommandForm, width: number): string {
  const options: Options = { ...command.options, ...everywhere }
  const rows: Rows = Object.entries(options).map((entry) => [optionName(entry), optionHelp(entry[1])])
  const operands = command.operands ? ` ${command.operands}` : ''
  return [
    `${command.summary}\n\nUsage: ${name} ${command.name} [options]${operands}\n`,
    command.details ? `\n${paragraphs(command.details, width)}` : '',
    `\nOptions:\n${columns(rows, width)}`,
    command.examples.length > 0 ? `\nExamples:\n${columns(command.examples, width)}` : '',
  ].join('')
}

/** The text about several commands: of a program, or of a command with commands of its own. */
export interface Overview {
  readonly title: string
  /** As typed before COMMAND. */
  readonly usage: string
  readonly sections: readonly (readonly [heading: string, rows: Rows])[]
  readonly end: string
}

/** @param width in columns */
export const overviewText = ({ title, usage, sections, end }: Overview, width: number): string =>
  [
    `${title}\n\nUsage: ${usage} COMMAND [options]\n`,
    ...sections.map(([heading, rows]) => `\n${heading}:\n${columns(rows, width)}`),
    `\n${paragraphs(end, width)}`,
  ].join('')

const widest = 100
const narrowest = 30

/** As wide as the terminal, up to a readable width. */
export const readableWidth = (columns: number | undefined): number =>
  Math.max(narrowest, Math.min(widest, columns ?? widest))

/** Breaks at spaces; a longer word gets its own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

const minRightWidth = 24

/** Two columns; if the right one does not fit, it goes below the left. */
export function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const left = Math.max(...rows.map(([text]) => text.length)) + 4
  const beside = width - left >= minRightWidth
  return rows
    .flatMap(([first, second]) => {
      const lines = second === '' ? [] : wrap(second, beside ? width - left : width - 6)
      if (!beside) return [`  ${first}`, ...lines.map((line) => `      ${line}`)]
      const [begin = '', ...more] = lines
      return [
        `  ${first.padEnd(left - 2)}${begin}`.trimEnd(),
        ...more.map((line) => `${' '.repeat(left)}${line}`),
      ]
    })
    .map((line) => `${line}\n`)
    .join('')
}

/** Paragraphs, separated by an empty line. */
export const paragraphs = (text: string, width: number): string =>
  text
    .split('\n\n')
    .map((paragraph) => `${wrap(paragraph, width).join('\n')}\n`)
    .join('\n')
