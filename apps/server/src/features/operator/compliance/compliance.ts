/** How many accounts are over their limits, archived or behind with a payment. */
import * as contract from '@envhold/contract/operator/user-billing.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { countArchived, countDunning, countGracePeriods, listPayingTwice } from './compliance-store.ts'

const total = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)

export const readComplianceStats = verb(contract.readComplianceStats, async (ctx) => {
  const { active, soon, expired } = await countGracePeriods(ctx)
  return {
    usersInGracePeriod: active,
    gracePeriodExpiringSoon: soon,
    gracePeriodExpired: expired,
    payingTwice: await listPayingTwice(ctx, contract.maxPayingTwice),
    lastUpdated: wireTime(ctx.clock()),
  }
})

export const readArchiveStats = verb(contract.readArchiveStats, async (ctx) => {
  const rows = await countArchived(ctx)
  return {
    totalActive: total(rows, ({ count }) => count),
    expiringSoon: total(rows, ({ soon }) => soon),
    lastUpdated: wireTime(ctx.clock()),
    byReason: rows.map(({ reason, count }) => ({ archived_reason: reason, count })),
  }
})

export const readDunningStats = verb(contract.readDunningStats, async (ctx) => {
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
})
