import { retention } from '@envhold/contract/retention.ts'
import { list, part, shell, text, topic } from '../manual/block.ts'

export const activity = {
  ...topic(
    'activity',
    'Activity and API usage',
    text(
      'The **Activity** page shows what happened to your account and in your projects: who, what, when, and from which IP address. The tab of a project shows that project, for everybody who shares it. **API Usage** lists each call of your keys, with status, duration and number of variables.',
    ),
    list(
      'Every read of a value is recorded before it is answered. Names are recorded, values never.',
      'Equal neighbours within 30 minutes are one line: open it to see each entry, with e-mail address, exact time and severity.',
      'Both begin with **Changes**: everything but the entries of somebody who only read, exported or unlocked. **All Activities** has those too, **Security Events** is what concerns access.',
      'Filter by time, category and text. Export what you see as CSV or JSON.',
      'What an operator does to your account is shown to you, with the reason.',
      `Usage is stored for ${retention.usageDays} days, activity without end.`,
    ),
    part('audit', 'Verify the log: envhold audit'),
    text(
      'Entries are chained: each carries the hash of the one before it. The owner of a project can download its log and verify it offline, without any secret.',
    ),
    shell(
      `envhold audit download --project my-project -o log.ndjson
envhold audit verify log.ndjson`,
      'Valid',
    ),
    text(
      '`verify` prints the heads of the chains. Note them outside Envhold: `--head` checks that a later log passes through them, so nobody can rewrite what lies before. When you are logged in, it also compares the file with the server.',
    ),
  ),
  alias: 'audit log security events chain verify export csv',
}
