import type { Context } from '../../context.ts'
import { lockUser } from '../accounts/user-store.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'
import type { RekeyForNewKey } from '../keyring/replace-key-pair.ts'
import { findEnvironment } from './environment-store.ts'
import { type Rekeyed, rekeyEnvironment } from './rekey-environment.ts'

/** Re-keys all that a user can open, and gives the new keys to the user's new key pair instead of the old one. */
export const rekeyForNewKey =
  (ctx: Context): RekeyForNewKey =>
  async (trx, holder, renewed, origin) => {
    await lockUser(ctx, trx, holder.userId)
    const events: Rekeyed['event'][] = []
    for (const id of await grantedEnvironments(trx, holder.principal)) {
      const environment = await findEnvironment(ctx, trx, id, { hold: true })
      if (!environment) continue
      const by = { userId: holder.userId, origin }
      const { event } = await rekeyEnvironment(ctx, trx, holder, environment, by, (holders) =>
        holders.map((other) => (other.kind === renewed.kind && other.id === renewed.id ? renewed : other)),
      )
      events.push(event)
    }
    if (events.length > 0) await appendActivity(ctx, trx, events)
  }
