import type { DbContext } from '../context.ts'
import { readInstanceSetting, type StoredOperatorFactor } from './instance-settings-store.ts'

/** Without a stored setting, as on a new instance, operators need a second factor. */
export const defaultOperatorFactor: StoredOperatorFactor = { requiredFrom: 0 }

/** From when on operators need a second factor, in milliseconds since 1970; null: never. @throws TamperedRowError */
export async function readOperatorFactorStart(ctx: DbContext<'secrets'>): Promise<number | null> {
  const { value } = await readInstanceSetting(ctx, 'operator-factor')
  return (value ?? defaultOperatorFactor).requiredFrom
}

/** @throws TamperedRowError */
export const isOperatorFactorRequired =
  (ctx: DbContext<'secrets' | 'clock'>) => async (): Promise<boolean> => {
    const start = await readOperatorFactorStart(ctx)
    return start !== null && start <= ctx.clock()
  }
