import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type * as contract from '@envhold/contract/operator/compliance.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { countArchived, countDunning, countGracePeriods } from './compliance-store.ts'

type Reading = Pick<Context, 'db' | 'clock'>

const total = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)

export async function readComplianceStats(
  ctx: Reading,
): Promise<OutputOf<typeof contract.readComplianceStats>> {
  const { active, soon, expired } = await countGracePeriods(ctx)
  return {
    usersInGracePeriod: active,
    gracePeriodExpiringSoon: soon,
    gracePeriodExpired: expired,
    lastUpdated: wireTime(ctx.clock()),
  }
}

export async function readArchiveStats(ctx: Reading): Promise<OutputOf<typeof contract.readArchiveStats>> {
  const rows = await countArchived(ctx)
  return {
    totalActive: total(rows, ({ count }) => count),
    expiringSoon: total(rows, ({ soon }) => soon),
    lastUpdated: wireTime(ctx.clock()),
    byReason: rows.map(({ reason, count }) => ({ archived_reason: reason, count })),
  }
}

export async function readDunningStats(ctx: Reading): Promise<OutputOf<typeof contract.readDunningStats>> {
  const rows = await countDunning(ctx)
  const inState = (state: (typeof rows)[number]['state']) =>
    total(rows, (row) => (row.state === state ? row.count : 0))
  const all = total(rows, ({ count }) => count)
  const closed = all - inState('active')
  return {
    totalActiveRecords: inState('active'),
    averageRetryCount: all === 0 ? 0 : total(rows, ({ tries }) => tries) / all,
    successRate: closed === 0 ? null : inState('recovered') / closed,
    lastUpdated: wireTime(ctx.clock()),
    byStatus: rows.map(({ state, count }) => ({ status: state, count })),
  }
}
