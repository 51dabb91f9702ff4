import { hashPassword } from '@envhold/integrity/argon2.ts'
import { keyPairFromSeed, newSeed } from '@envhold/vault/key-pair.ts'
import { newRecoveryKey, parseRecoveryKey, sealForRecovery } from '@envhold/vault/recovery-key.ts'
import { sealUserKey } from '@envhold/vault/user-key.ts'
import {
  createAccount,
  suggestUsername,
} from '../../apps/server/src/features/accounts/register/create-account.ts'
import { type Tx, transact } from '../../apps/server/src/features/audit-log/tx.ts'
import { insertPrincipal } from '../../apps/server/src/features/keyring/principal-store.ts'
import { insertUserKey } from '../../apps/server/src/features/keyring/user-key-store.ts'
import { markProved } from '../../apps/server/src/features/sessions/device-store.ts'
import { recordDevice } from '../../apps/server/src/features/sessions/devices.ts'
import { startSession } from '../../apps/server/src/features/sessions/start-session.ts'
import type { Origin } from '../../apps/server/src/http/route.ts'
import type { TestApp } from './app-for-tests.ts'
import { measured } from './measured.ts'
import { lowestCost } from './queueing-limiter.ts'
import { saltFirst } from './shared-salt.ts'
import { type Person, personOf, type SignUp, signUpDefaults } from './sign-up.ts'

const origin: Origin = { requestId: 'add-person', ip: '127.0.0.1', userAgent: 'node' }

/**
 * An account with a session and a vault, inserted as the rows that registering and setting a master password leave,
 * but for their mails. Use `signUp` where the calls themselves matter: an Argon2id computation takes 30 ms.
 */
export const addPerson = (app: Pick<TestApp, 'ctx' | 'url'>, signUp: SignUp = {}): Promise<Person> =>
  measured('person', () => insert(app, signUp))

async function insert(app: Pick<TestApp, 'ctx' | 'url'>, signUp: SignUp): Promise<Person> {
  const { email, password, masterPassword } = signUpDefaults(signUp)
  const passwordHash = await hashPassword(password, saltFirst())
  const username = await suggestUsername(app.ctx.db, email)
  const account = { email, username, passwordHash, invitedBy: 'nobody' as const }
  const added = await transact(app.ctx, { userId: null, origin }, async (tx) => {
    const user = await createAccount(tx, account)
    const { deviceId } = await recordDevice(tx, user.id, origin)
    const token = await startSession(tx, { userId: user.id, method: 'password', deviceId }, origin)
    const actor = { userId: user.id, severity: 'low' } as const
    tx.record({ ...actor, type: 'account_created', description: `${username} created an account` })
    const recoveryKey = masterPassword ? await addVault(tx, user.id, masterPassword) : undefined
    const description = `${username} set a master password`
    if (recoveryKey) await markProved(tx, { userId: user.id, deviceId }, 'vault_opened_at')
    if (recoveryKey) tx.record({ ...actor, type: 'master_password_set', severity: 'medium', description })
    return { userId: user.id, username, token, recoveryKey }
  })
  return personOf(app.url, { ...added, email, password, masterPassword })
}

async function addVault(tx: Tx, user: number, masterPassword: string): Promise<string> {
  const seed = newSeed()
  const at = { user, keyVersion: 1, seed }
  const kept = { masterPassword, serverSecrets: tx.secrets, argon2: lowestCost }
  const sealed = await sealUserKey({ ...at, ...kept }, saltFirst())
  const recoveryKey = newRecoveryKey()
  const sealed_recovery = sealForRecovery(at, parseRecoveryKey(recoveryKey))
  const { publicKey: public_key } = keyPairFromSeed(seed)
  await insertUserKey(tx, { user_id: user, key_version: 1, public_key, sealed, sealed_recovery })
  const principal = { kind: 'user', id: String(user), user_id: user, project_id: null } as const
  await insertPrincipal(tx, { ...principal, all_environments: 0, public_key })
  return recoveryKey
}
