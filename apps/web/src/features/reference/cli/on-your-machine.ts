import { list, table, text, topic } from '../manual/block.ts'

export const onYourMachine = {
  ...topic(
    'on-your-machine',
    'What it stores on your machine',
    table(
      ['What', 'Where'],
      [
        'The token',
        'The system’s keychain (macOS `security`, Linux `secret-tool`), otherwise `~/.config/envhold/credentials.json`, mode 0600',
      ],
      ['A salted hash of each file that it wrote, to notice your changes', '`~/.config/envhold/synced/`'],
      [
        'The last pull of each environment, encrypted under the token, for `--offline-fallback`',
        '`~/.config/envhold/offline/`',
      ],
      ['The newest entry that it saw of the activity log', '`~/.config/envhold/activity-heads.json`'],
      ['Its own compiled code', '`~/.cache/envhold/`'],
    ),
    list(
      '`XDG_CONFIG_HOME` and `XDG_CACHE_HOME` move these folders.',
      '`envhold logout` removes the token and the offline copies.',
      'The token is sent only to a server that you chose yourself, never to one that only a cloned file names.',
    ),
    text('The command warns when the activity log of the server changed behind the entry that it saw last.'),
  ),
  alias: 'credentials keychain config cache files',
}
