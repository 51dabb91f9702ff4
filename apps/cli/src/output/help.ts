import type { Command, Flag, Options, Setting } from '../command.ts'
import { everywhere } from '../command.ts'
import { loadCommand, mainNames } from '../command-table.ts'
import { columns, paragraphs, readableWidth } from './wrap.ts'

const width = (): number => readableWidth(process.stdout.columns)
const indented = (rows: readonly (readonly [string, string])[]): string => columns(rows, width())

const optionName = ([name, option]: [string, Flag | Setting]): string => {
  const short = option.short ? `-${option.short}, ` : '    '
  return `${short}--${name}${option.type === 'string' ? ` ${option.value}` : ''}`
}

const optionHelp = (option: Flag | Setting): string => {
  const choices = option.type === 'string' && option.choices ? `: ${option.choices.join(', ')}` : ''
  return `${option.help}${choices}`
}

const usageOf = (command: Command): string => {
  const operands = command.operands ? ` ${command.operands}` : ''
  return `envhold ${command.name} [options]${operands}`
}

export function commandHelp(command: Command): string {
  const options: Options = { ...command.options, ...everywhere }
  return [
    `${command.summary}\n\nUsage: ${usageOf(command)}\n`,
    command.details ? `\n${paragraphs(command.details, width())}` : '',
    `\nOptions:\n${indented(Object.entries(options).map((entry) => [optionName(entry), optionHelp(entry[1])]))}`,
    `\nExamples:\n${indented(command.examples)}`,
  ].join('')
}

const environment: readonly (readonly [string, string])[] = [
  ['ENVHOLD_TOKEN', 'A personal token (ppt_…) or an API key (pak_…), instead of the one login keeps'],
  ['ENVHOLD_SERVER', 'The server, unless --server says otherwise'],
  ['ENVHOLD_PROJECT', 'The project, unless --project says otherwise; an API key knows its own'],
  ['ENVHOLD_ENV', 'The environment, unless --env says otherwise'],
  ['ENVHOLD_CA_FILE', 'The certificate authorities to trust, as --ca-file'],
  ['ENVHOLD_INSECURE', '1 allows a server without TLS, as --insecure'],
  ['HTTPS_PROXY, NO_PROXY', 'The proxy to the server, and the hosts that are reached without it'],
  ['NO_COLOR', 'No colours'],
]

export async function overview(version: string): Promise<string> {
  const commands = await Promise.all(mainNames.map(loadCommand))
  return [
    `envhold ${version}: the environment variables of your projects, from a vault\n`,
    '\nUsage: envhold COMMAND [options]\n',
    `\nCommands:\n${indented(commands.map(({ name, summary }) => [name, summary]))}`,
    `\nStart here:\n${indented([
      ['envhold login', 'Keep a token; you make it on the server’s page /cli-auth'],
      ['envhold init', 'Choose the project and environment of this folder'],
      ['envhold run -- npm start', 'Start something with the variables set'],
      ['envhold help pull', 'Everything about one command'],
    ])}`,
    `\nEnvironment:\n${indented(environment)}`,
    `\n${paragraphs('Exit codes: 0 done, 1 something you can mend (or a difference, from diff), 2 wrong usage, 70 a fault of ours; run passes on the command’s own, or ends with 127 (not found) or 126 (cannot be run).', width())}`,
  ].join('')
}
