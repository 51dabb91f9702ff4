import { part, text, topic } from '../manual/block.ts'

export const pipelineErrors = {
  ...topic(
    'pipeline-errors',
    'Errors in a pipeline',
    part('error-401', '401 UNAUTHENTICATED'),
    text(
      'The key was deleted, has expired, or lost characters on its way into the secret store: a key ends in a checksum, and a shortened one is refused at once. Session tokens do not work on `/v1`.',
    ),
    part('error-403-ip', '403 IP_NOT_ALLOWED'),
    text(
      'The key has a list of allowed IPs and the call came from elsewhere. Behind a proxy, name the proxies that the server trusts in `TRUST_PROXY`.',
    ),
    part('error-403', '403 FORBIDDEN'),
    text(
      'The key or token lacks a permission. The error names the environment, and the message the permission.',
    ),
    part('error-404', '404 for something that exists'),
    text(
      'It is not yours, or this key has no access to it. Both get the same answer, so that nobody can find out what exists. ‘Project not found’ also means that the project was deleted or archived; its key works again when the owner restores it.',
    ),
    part('error-429', '429 RATE_LIMITED'),
    text(
      'Each API key has the hourly and daily limit of the owner’s plan; the monthly limit counts all keys of the owner together. `Retry-After` says how many seconds to wait. Ask [only when something changed](#conditional), or fetch once and share the file between jobs.',
    ),
  ),
  alias: 'ci error status code refused denied rate limit not found',
}
