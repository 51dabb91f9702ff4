import type { ServerSecrets } from '@envhold/vault/server-secret.ts'
import { TamperedRowError } from '../app-error.ts'
import type { Db } from '../db/connect.ts'
import type { RowSeal } from '../db/row-seal.ts'
import type { Tables } from '../db/tables.ts'
import { mailedTokenSeal } from '../features/accounts/mailed-token-store.ts'
import { checkSpelling, userSeal } from '../features/accounts/user-store.ts'
import { apiKeySeal } from '../features/api-keys/api-key-store.ts'
import { planSeal } from '../features/billing/plan-store.ts'
import { environmentSeal } from '../features/environments/environment-store.ts'
import { epochSeal } from '../features/keyring/epoch-store.ts'
import { grantSeal } from '../features/keyring/grant-store.ts'
import { principalSeal } from '../features/keyring/principal-store.ts'
import { userKeySeal } from '../features/keyring/user-key-store.ts'
import { invitationSeal } from '../features/members/invitation-store.ts'
import { personalTokenSeal } from '../features/personal-tokens/personal-token-store.ts'
import { membershipSeal } from '../features/projects/membership-store.ts'
import { projectSeal } from '../features/projects/project-store.ts'
import { sessionSeal } from '../features/sessions/session-store.ts'
import { mailSeal } from '../mail/mail-queue-store.ts'
import type { OnFinding } from './finding.ts'
import { type RowOf, rowsOf } from './row-walk-store.ts'

/** A table each of whose rows carries a MAC. */
export interface SealedTable {
  readonly table: keyof Tables
  /** Checks every row. @returns how many there are */
  readonly verify: (db: Db, secrets: ServerSecrets, onFinding: OnFinding) => Promise<number>
}

type Row<T extends keyof Tables> = RowOf<T> & { readonly mac: Uint8Array }

function sealed<T extends keyof Tables>(
  table: T,
  keys: readonly (keyof RowOf<T> & string)[],
  seal: Pick<RowSeal<Row<T>>, 'check'>,
): SealedTable {
  return {
    table,
    verify: async (db, secrets, onFinding) => {
      let count = 0
      for await (const row of rowsOf(db, table, keys)) {
        count++
        try {
          seal.check(secrets, row as Row<T>)
        } catch (error) {
          if (!(error instanceof TamperedRowError)) throw error
          onFinding({ table, id: error.id, problem: 'was changed from outside: its MAC does not fit' })
        }
      }
      return count
    },
  }
}

const users = {
  check: (secrets: ServerSecrets, row: Row<'users'>) => {
    userSeal.check(secrets, row)
    checkSpelling(row)
  },
}

/** All of them: a test holds this list against the columns of the database. */
export const sealedTables: readonly SealedTable[] = [
  sealed('plans', ['id'], planSeal),
  sealed('users', ['id'], users),
  sealed('sessions', ['id'], sessionSeal),
  sealed('mailed_tokens', ['id'], mailedTokenSeal),
  sealed('mail_queue', ['id'], mailSeal),
  sealed('user_keys', ['user_id'], userKeySeal),
  sealed('principals', ['kind', 'id'], principalSeal),
  sealed('projects', ['id'], projectSeal),
  sealed('memberships', ['project_id', 'user_id'], membershipSeal),
  sealed('invitations', ['id'], invitationSeal),
  sealed('environments', ['id'], environmentSeal),
  sealed('environment_epochs', ['environment_id', 'epoch'], epochSeal),
  sealed('grants', ['environment_id', 'kind', 'principal'], grantSeal),
  sealed('api_keys', ['id'], apiKeySeal),
  sealed('personal_tokens', ['id'], personalTokenSeal),
]
