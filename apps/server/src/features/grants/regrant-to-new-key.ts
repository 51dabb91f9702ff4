import { sealGrant } from '@envhold/vault/grant.ts'
import type { Context } from '../../context.ts'
import { changeEnvironment, findEnvironment } from '../environments/environment-store.ts'
import { grantedEnvironments, replaceGrant } from '../keyring/grant-store.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { isSamePrincipal, principalOf } from '../keyring/principal-store.ts'
import type { RegrantToNewKey } from '../keyring/replace-key-pair.ts'
import { updateRoster } from '../keyring/update-roster.ts'
import { verifyRoster } from '../keyring/verify-roster.ts'

/**
 * Gives the keys of all that a user can open to the user's new key pair, and marks those environments for new keys: the
 * old pair, with a copy of the database, opens what the present ones seal. Re-keying goes on in calls of its own.
 */
export const regrantToNewKey =
  (ctx: Context): RegrantToNewKey =>
  async (trx, holder, renewed) => {
    let pending = 0
    for (const id of await grantedEnvironments(trx, holder.principal)) {
      const environment = await findEnvironment({ ...ctx, db: trx }, id, { hold: true })
      if (!environment) continue
      const { project_id: project, epoch } = environment
      const at = { project, environment: id, epoch }
      const key = await openEnvironmentKey({ ...ctx, db: trx }, holder, at)
      const holders = await verifyRoster({ ...ctx, db: trx }, key, at)
      const sealed = sealGrant(key, at, principalOf(renewed), renewed.public_key)
      const { kind, id: principal } = renewed
      await replaceGrant({ ...ctx, db: trx }, { environment_id: id, kind, principal, epoch, sealed })
      await updateRoster({ ...ctx, db: trx }, key, at, [
        ...holders.filter((one) => !isSamePrincipal(one, renewed)),
        renewed,
      ])
      await changeEnvironment({ ...ctx, db: trx }, environment, { rekey_pending: 1 })
      pending++
    }
    return pending
  }
