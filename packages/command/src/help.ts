import type { CommandForm, Options, Program } from './command.ts'
import { columns, paragraphs } from './wrap.ts'

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
