import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { list, part, shell, table, text, topic } from '../manual/block.ts'

export const inScripts = {
  ...topic(
    'in-scripts',
    'In scripts and pipelines',
    text(
      'No login is needed: set `ENVHOLD_TOKEN` to an [API key](#api-keys), which only reads, or to a [personal token](#personal-tokens). An API key knows its project, and its environment if it may read only one. Set `ENVHOLD_SERVER` too: a server that only the `.envhold.json` of a checkout names gets no token.',
    ),
    shell(
      `export ENVHOLD_SERVER=${origin} ENVHOLD_TOKEN="$ENVHOLD_API_KEY"
envhold run --env production -- node -p process.env.LOG_LEVEL
envhold get DATABASE_URL --env production`,
      'postgres://',
    ),
    table(
      ['Variable', 'Effect'],
      [
        '`ENVHOLD_TOKEN`',
        'A personal token (`ppt_…`) or an API key (`pak_…`), used instead of the saved one',
      ],
      ['`ENVHOLD_SERVER`', 'The server, unless `--server` is given'],
      ['`ENVHOLD_PROJECT`', 'The project, unless `--project` is given; an API key knows its own'],
      ['`ENVHOLD_ENV`', 'The environment, unless `--env` is given'],
      ['`ENVHOLD_CA_FILE`', 'The certificate authorities to trust, like `--ca-file`'],
      ['`ENVHOLD_INSECURE`', '`1` allows a server without TLS, like `--insecure`'],
      ['`HTTPS_PROXY`, `NO_PROXY`', 'The proxy to the server, and the hosts to reach without it'],
      ['`NO_COLOR`', 'No colours'],
    ),
    list(
      'Data goes to stdout and everything else to stderr. `--json` works on every command.',
      '`run` removes `ENVHOLD_TOKEN` from the program’s environment unless you pass `--keep-token`.',
      'A read that fails with 429, 502, 503 or a cut connection is tried up to three times within five seconds. A write is tried once.',
      '`--offline-fallback` uses the last copy, encrypted under your token, when the server is unreachable.',
    ),
    part('exit-codes', 'Exit codes'),
    table(
      ['Code', 'Meaning'],
      ['0', 'Success'],
      ['1', 'An error that you can fix; the message says how. Or `diff` found a difference'],
      ['2', 'Wrong usage'],
      ['70', 'A bug in Envhold'],
    ),
    text(
      '`envhold run` ends with the code of its command, with 127 if the command was not found, and with 126 if it cannot be run.',
    ),
    shell("envhold run --env production -- sh -c 'exit 3'", '', 3),
  ),
  alias: 'ci environment variables exit code proxy certificate offline',
}
