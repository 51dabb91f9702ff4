import type { operatorActInfo } from '@envhold/contract/operator/acts.ts'
import type { z } from 'zod'
import { wireTime } from '../../../http/wire-time.ts'
import type { RecordedAct } from './operator-act-store.ts'

/** Acts as the user of the account reads them, without the operator's name. */
export const viewActs = (acts: readonly RecordedAct[]): z.output<typeof operatorActInfo>[] =>
  acts.map(({ id, act, reason, details, created_at }) => ({
    id,
    act,
    reason,
    details,
    created_at: wireTime(created_at),
  }))
