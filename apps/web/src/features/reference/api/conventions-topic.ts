import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { list, part, shell, table, text, topic } from '../manual/block.ts'

export const conventionsTopic = {
  ...topic(
    'api-conventions',
    'Conventions',
    text(
      `Everything that the web app and the command line do goes through one API below \`/api\`. It speaks JSON. [/api/openapi.json](/api/openapi.json) describes it as OpenAPI 3.1; \`openapi-typescript\` and \`@hey-api/openapi-ts\` make working clients from it.`,
    ),
    table(
      ['Credential', 'Header', 'Opens'],
      ['Session token `ses_…`', '`Authorization: Bearer …`', 'everything that its user may do'],
      [
        'Personal token `ppt_…`',
        '`Authorization: Bearer …`',
        'what its permissions allow; never accounts or tokens',
      ],
      ['API key `pak_…`', '`X-API-Key: …`', 'reading the environments that it was given'],
    ),
    list(
      'A session sends the master password with calls that need the vault, percent-encoded, in `x-master-password`. Tokens and keys unlock by themselves.',
      'Times are ISO 8601 in UTC. Ids of projects and environments are integers.',
      'Answers may get more fields in later versions: ignore those that you do not know.',
      'A body may have 2 MiB with a valid credential and 64 KiB without one.',
    ),
    part('api-errors', 'Errors'),
    text('Decide by `error` and show `message`. Neither ever holds a value, a password or a token.'),
    shell(`curl -sS ${origin}/api/v1/inject/7/production | jq .error`, 'UNAUTHENTICATED'),
    table(
      ['Status', 'What to do'],
      ['400, 422', 'Change the request; `details` names the fields'],
      ['401', 'Sign in, or use another token'],
      [
        '403, 404',
        'Ask for access. For `STEP_UP_REQUIRED` and `MASTER_PASSWORD_REQUIRED`, send what is missing',
      ],
      ['409, 412', 'Read what is there now, then decide'],
      ['429, 503', 'Wait for `Retry-After` seconds, then try again'],
    ),
    part('step-up', 'Confirm that it is you'),
    text(
      'Some calls of a session need a proof from the last 10 minutes: they change a password, a factor or a key, or they cannot be undone. Without one they answer `STEP_UP_REQUIRED` with the accepted methods. Confirm, go on with the new session token from the answer, and repeat the call. Signing in is a proof as well. Personal tokens are not asked.',
    ),
    part('retries', 'Retries'),
    text(
      'A call that creates something takes an `Idempotency-Key`, a random text of 16 to 128 characters. Send the same one with each attempt: within 24 hours the first answer is repeated. Where that answer showed a secret, which is stored nowhere, you get `ALREADY_CREATED` with the id instead.',
    ),
    shell(
      `key=$(cat /proc/sys/kernel/random/uuid)
for attempt in 1 2; do
  curl -fsS -X POST -H "Authorization: Bearer $ENVHOLD_TOKEN" -H "Idempotency-Key: $key" \\
    -H 'Content-Type: application/json' -d '{"key": "RETRIED", "value": "once"}' \\
    ${origin}/api/env/environments/12/variables
done`,
      '"version"',
    ),
    part('if-match', 'Versions'),
    text(
      'Reads of variables and activity answer an `ETag`. Writes take the version that was read as `If-Match: "7"`, and answer `VERSION_MISMATCH` (412) when somebody else was faster.',
    ),
  ),
  alias: 'authentication bearer header error codes status idempotency openapi etag if-match step-up',
}
