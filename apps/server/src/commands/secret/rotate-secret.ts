import type { Context } from '../../context.ts'
import { readHighWaterMark, writeHighWaterMark } from '../../db/marks/high-water-mark.ts'
import { findNewestUsage, readStoredState } from '../../db/marks/stored-heads.ts'
import type { Report } from '../../db/unless-tampered.ts'
import { renewChainMacs } from '../../features/audit-log/renew-chain-macs.ts'
import { headText } from '../../features/audit-log/report-heads.ts'
import { readNewestRoot } from '../../features/audit-log/root-store.ts'
import { writeRoot } from '../../features/audit-log/write-root.ts'
import { resealProviderSettings } from '../../identity-provider/provider-settings-store.ts'
import { resealSettings } from '../../payments/settings/payment-settings-store.ts'
import { authenticatedTables } from '../../verify/authenticated-tables.ts'
import type { PrintLine } from '../command.ts'
import { countAccountsWithOlderCodes, deleteOpenRequests } from './bound-row-store.ts'
import { reseals } from './reseal-rows.ts'

/**
 * Moves everything that is stored under an older server secret to the newest. It can be interrupted and repeated.
 * @returns how many rows were invalid and stay as they are
 */
export async function rotateSecret(ctx: Context, info: PrintLine): Promise<number> {
  let problems = 0
  const onInvalid = (table: string, id: string) => {
    problems++
    info(`BROKEN ${table} ${id}: was changed from outside, and is left as it is`)
  }
  await deleteOpenRequests(ctx.db)
  for (const { table, renew } of authenticatedTables) {
    const count = await renew(ctx, reseals[table], (_, id) => onInvalid(table, String(id)))
    if (count > 0) info(`${table}: ${count} moved.`)
  }
  const onTampered: Report = ({ table, id }) => onInvalid(table, id)
  const settings = (await resealSettings(ctx, onTampered)) + (await resealProviderSettings(ctx, onTampered))
  if (settings > 0) info(`settings: ${settings} moved.`)
  const chained = await renewChainMacs(ctx, onInvalid)
  if (chained > 0) info(`activity and usage: ${chained} moved.`)
  await coverWithRoot(ctx, info)
  await moveMark(ctx)
  const accounts = await countAccountsWithOlderCodes(ctx.db, ctx.secrets)
  if (accounts > 0)
    info(
      `${accounts} ${accounts === 1 ? 'account has' : 'accounts have'} recovery codes of an older secret. They cannot be moved, and stop working when it is removed: ask these people to create new ones.`,
    )
  info(
    problems === 0
      ? 'Everything else is under the newest secret.'
      : 'Run envhold-server verify with the older secret still in the list.',
  )
  return problems
}

/** The former roots stay, so that a noted one can be compared. One under the newest secret has to follow them. */
async function coverWithRoot(ctx: Context, info: PrintLine): Promise<void> {
  const before = await readNewestRoot(ctx.db)
  if (before?.mac[0] !== ctx.secrets.newest) await writeRoot(ctx)
  const root = await readNewestRoot(ctx.db)
  if (root)
    info(`To compare later: --head ${headText({ chain: 'root', sequence: root.number, link: root.mac })}`)
}

/** So that the data folder of this machine knows the database without the older secret. */
async function moveMark({ config, db, secrets }: Context): Promise<void> {
  if (!(await readHighWaterMark(config.dataDir, secrets))) return
  await writeHighWaterMark(config.dataDir, secrets, await readStoredState(db, await findNewestUsage(db)))
}
