import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Db, Engine } from './connect.ts'
import { planCallLimits } from './migrations/0002-plan-call-limits.ts'
import { activityLines } from './migrations/0003-activity-lines.ts'
import { callMonths } from './migrations/0004-call-months.ts'
import { peopleInGracePeriods } from './migrations/0005-people-in-grace-periods.ts'
import { plannedLimits } from './migrations/0006-planned-limits.ts'
import { transfersAndNotices } from './migrations/0007-transfers-and-notices.ts'
import { signedOperatorActions } from './migrations/0009-signed-operator-actions.ts'
import { changesOfPlan } from './migrations/0010-changes-of-plan.ts'
import { operatorsAndReaders } from './migrations/0011-operators-and-readers.ts'
import { priceNotices } from './migrations/0012-price-notices.ts'
import { disputesAndFormerPrices } from './migrations/0013-disputes-and-former-prices.ts'
import { ownersAreNotCollaborators } from './migrations/0014-owners-are-not-collaborators.ts'
import { limitNotices } from './migrations/0015-limit-notices.ts'

type Migration = (db: Db, engine: Engine, secrets: ServerSecrets) => Promise<void>

/** The database of version 1.0. */
export const firstMigration = '0001-first-release'

/**
 * What later versions changed in databases that exist: forward only, in this order, each once. A migration that has been
 * released is never edited. A new database has the tables of the schema from the start, and runs none of them.
 */
export const migrations: readonly (readonly [name: string, migration: Migration])[] = [
  ['0002-plan-call-limits', (db, _, secrets) => planCallLimits(db, secrets)],
  ['0003-activity-lines', (db, engine) => activityLines(db, engine)],
  ['0004-call-months', (db) => callMonths(db)],
  ['0005-people-in-grace-periods', (db) => peopleInGracePeriods(db)],
  ['0006-planned-limits', (db, engine) => plannedLimits(db, engine)],
  ['0007-transfers-and-notices', (db, engine) => transfersAndNotices(db, engine)],
  ['0009-signed-operator-actions', signedOperatorActions],
  ['0010-changes-of-plan', (db, engine) => changesOfPlan(db, engine)],
  ['0011-operators-and-readers', operatorsAndReaders],
  ['0012-price-notices', (db) => priceNotices(db)],
  ['0013-disputes-and-former-prices', (db, engine) => disputesAndFormerPrices(db, engine)],
  ['0014-owners-are-not-collaborators', (db) => ownersAreNotCollaborators(db)],
  ['0015-limit-notices', (db) => limitNotices(db)],
]

/**
 * Migrations that only add tables, indexes, and columns that are optional or have a default and that no MAC covers, or
 * delete rows that no server should have written. What older servers write stays valid, so they serve beside newer
 * ones: docs/runbooks/upgrade.md.
 */
export const additiveMigrations: ReadonlySet<string> = new Set([
  '0004-call-months',
  '0006-planned-limits',
  '0007-transfers-and-notices',
  '0012-price-notices',
  '0013-disputes-and-former-prices',
  '0014-owners-are-not-collaborators',
  '0015-limit-notices',
])

/** The newest migration that is not additive. A server that does not know it cannot serve the database. */
export const requiredMigration =
  migrations.findLast(([name]) => !additiveMigrations.has(name))?.[0] ?? firstMigration

/** Seconds that a migration takes for a million entries of the activity log, if it reads all of them: measured. */
export const secondsPerMillion: Readonly<Record<string, number>> = { '0003-activity-lines': 30 }

/** The newest migration of this version. */
export const newestMigration = migrations.at(-1)?.[0] ?? firstMigration
