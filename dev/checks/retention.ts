// docs/retention.md is made from what the sweeps declare.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../apps/server/src/context.ts'
import { sweepsOf } from '../../apps/server/src/instance/sweeps.ts'
import { periodText, type RetentionRule } from '../../apps/server/src/jobs/retention-rule.ts'
import type { Sweep } from '../../apps/server/src/jobs/sweeper.ts'

const path = 'docs/retention.md'

const before = `# How long data is stored

<!-- Made by \`npm run fix\` from apps/server/src/instance/sweeps.ts. Do not edit it. -->

Every hour the server deletes what is listed here. What is not listed is stored until its owner deletes it. While the
clock of the server cannot be trusted, or the database does not answer, nothing is deleted; the next run catches up. On
PostgreSQL calls are dropped by whole days, so up to a day later.

`

const after = `
**Stored without end**: what the activity log says happened, and when, and the hourly roots over all audit logs. While
an account exists, its entries have its name, its e-mail address and its IP addresses; 30 days after it is deleted they
are erased, and a digest of each entry remains ([threat model](security/threat-model.md)). E-mail addresses of people
who were invited and never had an account stay with the project that invited them. Backups that you make and logs that
owners have downloaded are not covered ([back up and restore](runbooks/back-up-and-restore.md)).

**Deleted at once**: sessions when you sign out, API keys and tokens when you revoke them, invitations when they are
answered or withdrawn, e-mails when the mail server has accepted them.

The periods that the privacy page names are in \`packages/contract/src/archive/archive.ts\`. A test moves the clock to
just before and just after each line of this table.
`

const row = ({ name }: Sweep, rule: RetentionRule) => `| ${rule.what} | ${periodText(rule)} | \`${name}\` |`

/** The page as it must be. */
function retentionPage(sweeps: readonly Sweep[]): string {
  const rows = sweeps.flatMap((sweep) => sweep.retention.map((rule) => row(sweep, rule)))
  return `${before}| data | deleted | by |\n|---|---|---|\n${rows.join('\n')}\n${after}`
}

/** The sweeps call the context only when they run. */
const expected = () => retentionPage(sweepsOf({} as Context))

export function writeRetentionPage(root: string): void {
  const file = join(root, path)
  if (existsSync(file) && readFileSync(file, 'utf8') === expected()) return
  writeFileSync(file, expected())
  console.log(`${path} was written`)
}

if (import.meta.main) {
  const file = join(process.argv[2] ?? '.', path)
  const isSame = existsSync(file) && readFileSync(file, 'utf8') === expected()
  if (!isSame) console.log(`${path} differs from what the sweeps declare: run npm run fix`)
  process.exit(isSame ? 0 : 1)
}
