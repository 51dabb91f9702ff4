import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { codesPerAccount } from '../features/accounts/factors/replace-recovery-codes.ts'
import type { OnFinding } from './finding.ts'

interface Factor {
  readonly table: 'totp_factors' | 'passkeys' | 'passkey_unlocks' | 'oidc_identities'
  /** Which of its rows, aliased `t`, count. */
  readonly counted: string
  readonly added: string
  /** The event that removes one, or the condition on an entry `d` that removes all. */
  readonly removed: string
  readonly removedAll: string
}

// An emptied vault is recorded with the same type, and leaves the factors as they are.
const factorsRemoved = `d.event_type = 'delayed_change_done' and d.description like 'The second factors were removed%'`
// The first proof of an e-mail address removes all that a stranger may have added (mailed-links/first-proof.ts).
const provenFirst = `d.event_type = 'password_reset_done' and d.description like '% link, which removed the factors%'`

const factors: readonly Factor[] = [
  {
    table: 'totp_factors',
    counted: 't.confirmed_at is not null',
    added: 'mfa_enabled',
    removed: 'mfa_disabled',
    removedAll: `${factorsRemoved} or ${provenFirst}`,
  },
  {
    table: 'passkeys',
    counted: '1 = 1',
    added: 'passkey_added',
    removed: 'passkey_removed',
    removedAll: `${factorsRemoved} or ${provenFirst}`,
  },
  {
    table: 'passkey_unlocks',
    counted: '1 = 1',
    added: 'passkey_unlock_set',
    removed: 'passkey_unlock_removed',
    // Both delayed changes remove all, and so does a new key pair.
    removedAll: `d.event_type = 'delayed_change_done'
      or d.event_type = 'master_password_changed' and d.description like '% because the old one leaked'
      or ${provenFirst}`,
  },
  {
    table: 'oidc_identities',
    counted: '1 = 1',
    added: 'oidc_linked',
    removed: '',
    removedAll: `d.event_type = 'oidc_unlinked' or ${provenFirst}`,
  },
]

const maxListed = 1_000

/**
 * Finds accounts with fewer authenticator apps, passkeys, passkeys that open the vault or linked identities than the
 * activity log says, and apps without their recovery codes. Such a row can be deleted from outside to turn a second
 * factor off.
 */
export async function findMissingFactors(db: Db, onFinding: OnFinding): Promise<void> {
  for (const { table, counted, added, removed, removedAll } of factors) {
    const query = sql<{ id: number; sequence: number }>`
      select e.user_id as id, e.sequence from (
        select a.user_id, max(case when a.event_type = ${added} then a.sequence end) as sequence,
          sum(case when a.event_type = ${added} then 1 else -1 end) as n
        from activity as a left join (
          select d.user_id, max(d.sequence) as sequence from activity as d
          where ${sql.raw(removedAll)} group by d.user_id
        ) as cleared on cleared.user_id = a.user_id
        where a.event_type in (${added}, ${removed}) and a.sequence > coalesce(cleared.sequence, 0)
        group by a.user_id
      ) as e
      where exists (select 1 from users as u where u.id = e.user_id)
        and e.n > (select count(*) from ${sql.table(table)} as t where t.user_id = e.user_id and ${sql.raw(counted)})
      order by 1 limit ${sql.lit(maxListed)}`
    for (const { id, sequence } of (await query.execute(db)).rows)
      onFinding(table, `of account ${id}`, `is missing: activity ${sequence} added one, nothing removed it`)
  }
  await findMissingCodes(db, onFinding)
}

/** Used codes remain, so each account with an app has all of them. */
async function findMissingCodes(db: Db, onFinding: OnFinding): Promise<void> {
  const query = sql<{ id: number; left: number }>`
    select t.user_id as id, count(c.id) as "left" from totp_factors as t
    left join recovery_codes as c on c.user_id = t.user_id
    where t.confirmed_at is not null group by t.user_id having count(c.id) <> ${sql.lit(codesPerAccount)}
    order by 1 limit ${sql.lit(maxListed)}`
  for (const { id, left } of (await query.execute(db)).rows)
    onFinding(
      'recovery_codes',
      `of account ${id}`,
      `are missing: ${Number(left)} of ${codesPerAccount} are there`,
    )
}
