import type { Context } from '../../../context.ts'
import { countForeignPasskeys } from '../webauthn/passkey-store.ts'

/** Warns when passkeys were made for another PUBLIC_URL: nobody can use them until that is back. */
export async function reportForeignPasskeys({
  db,
  config,
  log,
}: Pick<Context, 'db' | 'config' | 'log'>): Promise<void> {
  const host = new URL(config.publicUrl).hostname
  const count = await countForeignPasskeys(db, host)
  if (count > 0) log.passkeysUnusable({ count, host })
}
