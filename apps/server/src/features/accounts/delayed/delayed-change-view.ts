import type { DelayedChangeView } from '@envhold/contract/delayed-changes.ts'
import { wireTime } from '../../../http/wire-time.ts'
import type { DelayedChange } from './delayed-change-store.ts'

export const delayedChangeView = ({
  id,
  kind,
  reason,
  created_at,
  due_at,
}: Omit<DelayedChange, 'mac'>): DelayedChangeView => ({
  id,
  kind,
  by_operator: kind === 'remove-factors',
  reason,
  created_at: wireTime(created_at),
  due_at: wireTime(due_at),
})
