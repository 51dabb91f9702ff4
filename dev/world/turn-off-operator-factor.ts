import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { Db } from '../../apps/server/src/db/connect.ts'
import { instanceSettingMac } from '../../apps/server/src/instance-settings/instance-settings-store.ts'

/** Lets operators in without a second factor, for what is about other things. */
export async function turnOffOperatorFactor(db: Db, secrets: ServerSecrets): Promise<void> {
  const name = 'operator-factor'
  const row = { name, value: '{"requiredFrom":null}', updated_by: null, updated_at: 0 } as const
  await db
    .insertInto('instance_settings')
    .values({ ...row, mac: instanceSettingMac.of(secrets, row) })
    .execute()
}
