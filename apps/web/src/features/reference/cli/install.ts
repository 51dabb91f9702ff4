import { cliDownloads, installCommand } from '@envhold/contract/cli-download.ts'
import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { list, part, shell, text, topic } from '../manual/block.ts'

export const install = {
  ...topic(
    'install',
    'Install and log in',
    text('The command is `envhold`. It needs Node 20 or newer and nothing else; npm puts it on your path:'),
    shell(
      `${installCommand(origin)}
envhold --version`,
      '0.',
    ),
    text(
      'Each instance serves the command line of its own version. A command tells you when a newer one is available.',
    ),
    part('one-file', 'Without npm'),
    text('Download it as one file and check it:'),
    shell(
      `curl -fsSO ${origin}${cliDownloads.script.path}
curl -fsS ${origin}${cliDownloads.script.path}.sha256 | sha256sum --check
node envhold.mjs --version`,
      'envhold.mjs: OK',
    ),
    part('log-in', 'Log in'),
    text(
      'Create a token on the CLI page, `/cli-auth`, and paste it when `login` asks. It is not shown, is checked at once, and goes into the system’s keychain where there is one.',
    ),
    shell(
      `envhold login --server ${origin}
envhold whoami
envhold projects`,
      'my-project',
    ),
    list(
      'The token stands for your account: it reaches your projects and those shared with you, within your permissions. It cannot change the account, the master password or other tokens.',
      '`envhold logout` removes it from the machine. Revoke it on the account page when you no longer need it.',
    ),
  ),
  alias: 'npm download setup token keychain upgrade version',
}
