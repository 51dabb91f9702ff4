import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { file, list, shell, text, topic } from '../manual/block.ts'

export const systemd = {
  ...topic(
    'systemd',
    'systemd',
    text(
      'The service fetches its variables at each start, into a folder in memory that ends with it. The API key is a credential of the service.',
    ),
    file(
      'fetch-env',
      `
#!/bin/sh
set -eu
umask 077
curl -fsS --retry 5 --retry-connrefused \\
  -H "X-API-Key: $(cat "$CREDENTIALS_DIRECTORY/envhold")" \\
  -o "$RUNTIME_DIRECTORY/env" \\
  "${origin}/api/v1/inject/7/production?dialect=systemd"`,
    ),
    file(
      'my-project.service',
      `
[Unit]
Description=My project
Wants=network-online.target
After=network-online.target

[Service]
DynamicUser=yes
RuntimeDirectory=my-project
RuntimeDirectoryMode=0700
LoadCredential=envhold:/etc/envhold/my-project.key
ExecStartPre=/usr/local/lib/my-project/fetch-env
EnvironmentFile=-/run/my-project/env
ExecStart=/usr/bin/node /usr/local/lib/my-project/server.js
Restart=on-failure

[Install]
WantedBy=multi-user.target`,
    ),
    list(
      'The minus before the file lets `ExecStartPre` run before the file exists. systemd reads it again for `ExecStart`.',
      'Give `/etc/envhold/my-project.key` mode 0600. It holds the API key alone.',
      'A restart fetches the newest values.',
    ),
    text('Try the script alone:'),
    shell(
      `mkdir -p -m 700 credentials runtime
printf %s "$ENVHOLD_API_KEY" > credentials/envhold
CREDENTIALS_DIRECTORY=$PWD/credentials RUNTIME_DIRECTORY=$PWD/runtime sh ./fetch-env
grep LOG_LEVEL runtime/env`,
      'LOG_LEVEL=',
    ),
  ),
  alias: 'service unit environmentfile credential linux daemon',
}
