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
      'You need no command of its own to log in: any command that finds no login at a terminal says so, logs you in by the browser and goes on. So does one whose login has expired or was revoked. In CI, without a terminal, with `--json` or with `--no-browser` it fails instead.',
    ),
    text(
      '`login` does only that. It shows a code and opens the CLI page, `/cli-auth`, in your browser. Compare the code, check the device, and approve: the terminal gets its token within a few seconds, and saves it in the system’s keychain where there is one. Nobody has to copy anything.',
    ),
    shell(
      `envhold login --server ${origin}
envhold whoami
envhold projects`,
      'my-project',
    ),
    list(
      'Approve only a login that you have just started yourself, and only if both codes are the same. A login waits ten minutes and can be answered once.',
      'Over SSH, or with `--no-browser`, `login` only shows the URL and the code: open it on any machine where you are signed in.',
      'Without a browser at hand, create a token on the CLI page and paste it: `envhold login --token` asks for it and does not show it. In CI, set `ENVHOLD_TOKEN` instead of logging in.',
      'The token stands for your account: it reaches your projects and those shared with you, within your permissions. It cannot change the account, the master password or other tokens.',
      '`envhold logout` removes it from the machine. Revoke it on the account page when you no longer need it.',
    ),
  ),
  alias: 'npm download setup token keychain upgrade version',
}
