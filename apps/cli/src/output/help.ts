import { commandHelp, type Overview, overviewText, readableWidth } from '@envhold/command/help.ts'
import { program } from '../command.ts'
import { loadCommand, mainNames } from '../command-table.ts'

const beginnings = [
  ['envhold login', 'Log in: compare a code in the browser and approve'],
  ['envhold init', 'Set the project and environment of this folder'],
  ['envhold run -- npm start', 'Run a command with the variables set'],
  ['envhold help pull', 'Explain one command'],
] as const

const environment: readonly (readonly [string, string])[] = [
  ['ENVHOLD_TOKEN', 'A personal token (ppt_…) or an API key (pak_…), used instead of the saved one'],
  ['ENVHOLD_SERVER', 'The server, unless --server is given'],
  ['ENVHOLD_PROJECT', 'The project, unless --project is given; an API key knows its own'],
  ['ENVHOLD_ENV', 'The environment, unless --env is given'],
  ['ENVHOLD_CA_FILE', 'The certificate authorities to trust, like --ca-file'],
  ['ENVHOLD_INSECURE', '1 allows a server without TLS, like --insecure'],
  ['HTTPS_PROXY, NO_PROXY', 'The proxy to the server, and the hosts to reach without it'],
  ['VISUAL, EDITOR', 'The editor of envhold edit'],
  ['NO_COLOR', 'No colors'],
]

const width = () => readableWidth(process.stdout.columns)

export const explainCommand = async (name: string): Promise<string> =>
  commandHelp(program, await loadCommand(name), width())

export async function overview(version: string): Promise<string> {
  const commands = await Promise.all(mainNames.map(loadCommand))
  const text: Overview = {
    title: `envhold ${version}: environment variables for your projects, stored encrypted`,
    usage: program.name,
    sections: [
      ['Commands', commands.map(({ name, summary }) => [name, summary])],
      ['Get started', beginnings],
      ['Environment', environment],
    ],
    end: 'Exit codes: 0 success, 1 an error that you can fix (or a difference, from diff), 2 wrong usage, 70 a bug in Envhold. run returns the code of its command, or 127 (not found) or 126 (cannot be run).',
  }
  return overviewText(text, width())
}
