import { part, shell, text, topic } from '../manual/block.ts'

export const commandLine = {
  ...topic(
    'cli-errors',
    'The command line',
    part('which-token', 'Which token is used, and what may it read?'),
    shell('envhold whoami', 'Token: ppt_'),
    part('cli-unreachable', 'The server cannot be reached'),
    text(
      'Check `--server`, `HTTPS_PROXY` and, with a private certificate authority, `--ca-file`. Certificates are always checked. A server without TLS on another machine needs `--insecure`, because others could read the token. A server that answers with an error can be reached: then the message says what it answered.',
    ),
    part('cli-overwrites', '‘The file changed since the last pull’'),
    text(
      '`pull` does not overwrite what you changed. Run `envhold diff` to see the keys, then `push` your changes or `pull --force`.',
    ),
    part('cli-keys-pending', 'Keys pending'),
    text(
      'You accepted an invitation without its link. The owner’s next unlocked call gives you the keys; ask them to unlock their vault once.',
    ),
    part('cli-history-changed', 'The activity log changed'),
    text(
      'The command saw a newer entry of the server’s log before. Either the database was restored from a backup, or somebody rewrote it: ask the operator.',
    ),
  ),
  alias: 'proxy certificate tls network diff',
}
