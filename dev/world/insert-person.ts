import { randomBytes } from 'node:crypto'
import { newKey } from '@envhold/integrity/key.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import { insertUser } from '../../apps/server/src/features/users/user-store.ts'
import type { SessionCaller } from '../../apps/server/src/http/caller.ts'
import type { StoredData } from './beside-server.ts'

/** An account without a password, inserted directly: signing up costs an Argon2id run. */
export async function insertPerson({ ctx }: StoredData): Promise<{
  readonly userId: number
  readonly email: string
  readonly caller: SessionCaller
}> {
  const username = `person-${randomBytes(6).toString('hex')}`
  const email = `${username}@example.com`
  const now = ctx.clock()
  const { id: userId } = await inTransaction(ctx, (tx) =>
    insertUser(tx, {
      email,
      email_canonical: email,
      username,
      username_canonical: username,
      first_name: null,
      last_name: null,
      password_hash: '',
      role: 'USER',
      status: 'ACTIVE',
      suspended_reason: null,
      plan: 'starter',
      email_verified_at: now,
      deleted_at: null,
      created_at: now,
      updated_at: now,
    }),
  )
  const session = { kind: 'ses', id: username, secret: newKey() } as unknown as SessionCaller['session']
  return {
    userId,
    email,
    caller: {
      kind: 'session',
      userId,
      username,
      role: 'USER',
      session,
      verifiedAt: now,
      verifiedBy: 'password',
      startedAt: 0,
      operatorSeenAt: null,
      deviceId: null,
    },
  }
}
