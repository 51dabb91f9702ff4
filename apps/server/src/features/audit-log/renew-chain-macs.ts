import { activityMac, verifyActivityMac } from '@envhold/integrity/activity-chain.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { usageMac, verifyUsageMac } from '@envhold/integrity/usage-chain.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import { hex } from '../../db/json-rows.ts'
import { inTransaction } from '../../db/transaction.ts'
import { moveActivityHeads } from './activity-chain-store.ts'
import { renewErasureMac } from './activity-entry.ts'
import {
  type CommitPack,
  lockActivityAfter,
  readActivityHeadsAfter,
  readCommitsAfter,
  writeActivityMacs,
  writeUsageHeadMacs,
  writeUsageMacs,
} from './chain-mac-store.ts'
import { lockHead, moveHead } from './chain-store.ts'
import { lockUsageHead, readUsageHeadsAfter, renewStartMac } from './usage-chain-store.ts'

type OnInvalid = (table: string, id: string) => void

const pageLength = 1_000

/** What `work` returns; undefined, and a report, if its row is not what a server wrote. */
function unlessInvalid<T>(onInvalid: () => void, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof TamperedRowError || error instanceof VaultError)) throw error
    onInvalid()
    return undefined
  }
}

/**
 * Writes the MACs of both kinds of chains under the newest server secret. Links need no secret and stay, so heads that
 * were noted remain comparable. Roots stay too: the next one covers them.
 * @param onInvalid called for each row that no server wrote; it stays as it is
 * @returns how many MACs were changed
 */
export async function renewChainMacs(ctx: DbContext<'engine' | 'secrets'>, onInvalid: OnInvalid) {
  return (
    (await eachPage(0, (after) => inTransaction(ctx, (tx) => renewActivityPage(tx, after, onInvalid)))) +
    (await renewActivityHeads(ctx, onInvalid)) +
    (await renewUsage(ctx, onInvalid)) +
    (await renewUsageHeads(ctx, onInvalid))
  )
}

/** Renews pages, each behind the last row of the one before. @returns how many MACs were changed */
async function eachPage<Place>(start: Place, renew: (after: Place) => Promise<Page<Place>>): Promise<number> {
  let count = 0
  for (let after: Place | undefined = start; after !== undefined; ) {
    const { changed, last }: Page<Place> = await renew(after)
    count += changed
    after = last
  }
  return count
}

interface Page<Place> {
  readonly changed: number
  /** Undefined behind the last row. */
  readonly last: Place | undefined
}

/** Nothing is appended meanwhile: whoever appends locks the head of all activity first. */
async function renewActivityPage(tx: TrxContext<'engine' | 'secrets'>, after: number, onInvalid: OnInvalid) {
  const { secrets } = tx
  const head = await lockHead(tx, 'activity')
  const rows = await lockActivityAfter(tx, after, pageLength)
  const changes = rows.flatMap((row) => {
    const { sequence, chain, position, link, mac, erasure_mac } = row
    const isNewest = (mac: Uint8Array | null) => mac === null || mac[0] === secrets.newest
    if (isNewest(mac) && isNewest(erasure_mac)) return []
    const renewed = unlessInvalid(
      () => onInvalid('activity', String(sequence)),
      () => {
        verifyActivityMac(secrets, { chain, position, link }, mac)
        const erasure = renewErasureMac(secrets, row)
        return { mac: activityMac(secrets, { chain, position, link }), erasure }
      },
    )
    return renewed ? [{ row, ...renewed }] : []
  })
  await writeActivityMacs(
    tx.db,
    tx.engine,
    changes.map(({ row, mac, erasure }) => ({
      place: row.sequence,
      mac: hex(mac),
      erasure: erasure && hex(erasure),
    })),
  )
  const newest = changes.find(({ row }) => row.sequence === head.sequence)
  if (newest && head.mac && sameBytes(head.mac, newest.row.mac))
    await moveHead(tx.db, 'activity', { sequence: head.sequence, mac: newest.mac })
  return { changed: changes.length, last: rows.at(-1)?.sequence }
}

function renewActivityHeads(ctx: DbContext<'engine' | 'secrets'>, onInvalid: OnInvalid) {
  const { secrets } = ctx
  return eachPage('', (after) =>
    inTransaction(ctx, async (tx) => {
      await lockHead(tx, 'activity')
      const heads = await readActivityHeadsAfter(tx.db, after, pageLength)
      const renewed = heads.flatMap((head) => {
        const { chain, sequence: position, link, mac } = head
        if (mac[0] === secrets.newest) return []
        const changed = unlessInvalid(
          () => onInvalid('activity_heads', chain),
          () => {
            verifyActivityMac(secrets, { chain, position, link }, mac)
            return { ...head, mac: activityMac(secrets, { chain, position, link }) }
          },
        )
        return changed ? [changed] : []
      })
      await moveActivityHeads(tx, renewed)
      return { changed: renewed.length, last: heads.at(-1)?.chain }
    }),
  )
}

function renewUsage(ctx: DbContext<'engine' | 'secrets'>, onInvalid: OnInvalid) {
  const { secrets } = ctx
  const start: Pick<CommitPack, 'project_id' | 'first_sequence'> = { project_id: 0, first_sequence: 0 }
  return eachPage(start, async (after) => {
    const commits = await readCommitsAfter(ctx.db, after, pageLength)
    const renewed = commits.flatMap(({ project_id, first_sequence, last_sequence, at, link, mac }) => {
      if (mac[0] === secrets.newest) return []
      const point = { projectId: project_id, sequence: last_sequence, link }
      const changed = unlessInvalid(
        () => onInvalid('usage_packs', `${project_id}/${last_sequence}`),
        () => {
          verifyUsageMac(secrets, point, mac)
          return usageMac(secrets, point)
        },
      )
      return changed ? [{ project: project_id, first: first_sequence, time: at, mac: hex(changed) }] : []
    })
    await inTransaction(ctx, (tx) => writeUsageMacs(tx.db, tx.engine, renewed))
    return { changed: renewed.length, last: commits.at(-1) }
  })
}

function renewUsageHeads(ctx: DbContext<'engine' | 'secrets'>, onInvalid: OnInvalid) {
  return eachPage(0, async (after) => {
    const heads = await readUsageHeadsAfter(ctx.db, after, pageLength)
    let changed = 0
    for (const { project_id } of heads)
      if (await inTransaction(ctx, (tx) => renewUsageHead(tx, project_id, onInvalid))) changed++
    return { changed, last: heads.at(-1)?.project_id }
  })
}

/** @returns whether it was changed */
async function renewUsageHead(tx: TrxContext<'engine' | 'secrets'>, projectId: number, onInvalid: OnInvalid) {
  const { secrets } = tx
  const head = await lockUsageHead(tx, projectId)
  const isOlder = (mac: Uint8Array | null | undefined) => mac && mac[0] !== secrets.newest
  if (!head || !(isOlder(head.mac) || isOlder(head.start_mac))) return false
  const { sequence, link, mac } = head
  const renewed = unlessInvalid(
    () => onInvalid('usage_heads', String(projectId)),
    () => {
      const start_mac = renewStartMac(secrets, head)
      if (link === null || mac === null) return { start_mac, mac }
      verifyUsageMac(secrets, { projectId, sequence, link }, mac)
      return { start_mac, mac: usageMac(secrets, { projectId, sequence, link }) }
    },
  )
  if (renewed) await writeUsageHeadMacs(tx, { project_id: projectId, ...renewed })
  return renewed !== undefined
}
