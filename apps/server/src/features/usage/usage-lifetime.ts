import { retention } from '@envhold/contract/retention.ts'
import { daysMs } from '../../jobs/retention-rule.ts'

/** How long the usage log contains a call, in ms. */
export const usageLifetimeMs = daysMs(retention.usageDays)
