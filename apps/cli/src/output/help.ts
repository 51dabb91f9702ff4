import type { Command, Options } from '../command.ts'
import { everywhere } from '../command.ts'
import { loadCommand, mainNames } from '../command-table.ts'
import { columns, paragraphs, readableWidth } from './wrap.ts'

const width = (): number => readableWidth(process.stdout.columns)
const indented = (rows: readonly (readonly [string, string])[]): string => columns(rows, width())

const optionName = ([name, option]: [string, Options[string]]): string => {
  const short = option.short ? `-${option.short}, ` : '    '
  return `${short}--${name}${option.type !== 'boolean' ? ` ${option.value}` : ''}`
}

const optionHelp = (option: Options[string]): string => {
  const choices = option.type !== 'boolean' && option.choices ? `: ${option.choices.join(', ')}` : ''
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
  ['ENVHOLD_TOKEN', 'A personal token (ppt_…) or an API key (pak_…), used instead of the saved one'],
  ['ENVHOLD_SERVER', 'The server, unless --server is given'],
  ['ENVHOLD_PROJECT', 'The project, unless --project is given; an API key knows its own'],
  ['ENVHOLD_ENV', 'The environment, unless --env is given'],
  ['ENVHOLD_CA_FILE', 'The certificate authorities to trust, like --ca-file'],
  ['ENVHOLD_INSECURE', '1 allows a server without TLS, like --insecure'],
  ['HTTPS_PROXY, NO_PROXY', 'The proxy to the server, and the hosts to reach without it'],
  ['VISUAL, EDITOR', 'The editor of envhold edit'],
  ['NO_COLOR', 'No colours'],
]

export async function overview(version: string): Promise<string> {
  const commands = await Promise.all(mainNames.map(loadCommand))
  return [
    `envhold ${version}: environment variables for your projects, stored encrypted\n`,
    '\nUsage: envhold COMMAND [options]\n',
    `\nCommands:\n${indented(commands.map(({ name, summary }) => [name, summary]))}`,
    `\nGet started:\n${indented([
      ['envhold login', 'Log in: compare a code in the browser and approve'],
      ['envhold init', 'Set the project and environment of this folder'],
      ['envhold run -- npm start', 'Run a command with the variables set'],
      ['envhold help pull', 'Explain one command'],
    ])}`,
    `\nEnvironment:\n${indented(environment)}`,
    `\n${paragraphs('Exit codes: 0 success, 1 an error that you can fix (or a difference, from diff), 2 wrong usage, 70 a bug in Envhold. run returns the code of its command, or 127 (not found) or 126 (cannot be run).', width())}`,
  ].join('')
}
