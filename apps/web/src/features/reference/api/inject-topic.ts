import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { list, part, shell, table, text, topic } from '../manual/block.ts'

export const injectTopic = {
  ...topic(
    'inject',
    'Read an environment: inject',
    text(
      '`GET /api/v1/inject/{projectId}/{environment}` returns a whole environment as text. The environment is given by name or id, the key in `X-API-Key` or as a bearer token.',
    ),
    shell(
      `curl -fsS -H "X-API-Key: $ENVHOLD_API_KEY" \\
  "${origin}/api/v1/inject/7/production?format=json"`,
      '"LOG_LEVEL"',
    ),
    text('`-f` makes curl fail on an error instead of printing it as if it were your variables.'),
    table(
      ['`format`', 'Answer'],
      ['`dotenv`', '`KEY=value` lines that all common readers parse to the same values; the default'],
      ['`json`', 'A flat object of strings, which holds every value exactly'],
      ['`yaml`', 'A flat map, every value quoted'],
      ['`shell`', '`export` lines for `eval` in a POSIX shell'],
      ['`github`', 'For `$GITHUB_ENV`, with a random delimiter for each value. It does not mask values'],
    ),
    text(
      '`dialect` writes for one kind of reader, such as `docker` or `systemd`: see [Formats and dialects](#formats). A value that the format cannot hold is refused with its name; names of values that some readers would change are in the header `X-Envhold-Warnings`, and so is a former name of the environment, whose end `Sunset` names.',
    ),
    part('conditional', 'Only when something changed'),
    text(
      'Every answer has an `ETag`. Send it back as `If-None-Match` to get 304 without a body while nothing has changed.',
    ),
    shell(
      `etag=$(curl -fsS -o .env -D - -H "X-API-Key: $ENVHOLD_API_KEY" \\
  ${origin}/api/v1/inject/7/production | tr -d '\\r' | sed -n 's/^etag: //Ip')
curl -fsS -o /dev/null -w '%{http_code}\\n' -H "X-API-Key: $ENVHOLD_API_KEY" \\
  -H "If-None-Match: $etag" ${origin}/api/v1/inject/7/production`,
      '304',
    ),
    part('schema', 'Names only: schema'),
    text(
      '`GET /api/v1/schema/{projectId}/{environment}` returns the names without values, for a key with `read_schema`. A check in a pipeline can compare them with what the program needs.',
    ),
    shell(
      `curl -fsS -H "X-API-Key: $ENVHOLD_API_KEY" \\
  ${origin}/api/v1/schema/7/production | jq -r '.keys[]'`,
      'DATABASE_URL',
    ),
    part('inject-limits', 'Limits and records'),
    list(
      'Calls count towards the limits of the [owner’s plan](#plans). Beyond one, the answer is 429 with `Retry-After`; `RateLimit-Remaining` says how many are left.',
      'A call is answered after its record is on disk. Refused calls are recorded, too.',
      'Failed authentications have their own quota, so they cannot use up the key’s.',
    ),
  ),
  alias: 'format dotenv json yaml shell github etag 304 curl x-api-key endpoint',
}
