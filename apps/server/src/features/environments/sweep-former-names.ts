import { formerNameDays } from '@envhold/contract/environments/former-names.ts'
import type { Context } from '../../context.ts'
import type { RetentionRule } from '../../jobs/retention-rule.ts'
import { deleteEndedFormerNames } from './former-name-store.ts'

export const formerNameRetention: readonly RetentionRule[] = [
  {
    what: 'A former name of an environment, which still answers',
    period: { days: formerNameDays },
    after: 'the environment is renamed',
  },
]

export const sweepFormerNames = (ctx: Context): Promise<number> => deleteEndedFormerNames(ctx)
