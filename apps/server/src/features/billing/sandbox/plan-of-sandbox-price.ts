import type { Context } from '../../../context.ts'
import { findPlanOfPrice } from '../../plans/plan-price-store.ts'
import { planDisplayName } from '../../plans/plan-store.ts'

/** The plan that a price of the sandbox pays for, as customers know it. */
export async function planOfSandboxPrice(
  ctx: Pick<Context, 'db' | 'secrets'>,
  priceRef: string,
): Promise<string> {
  const name = (await findPlanOfPrice(ctx, 'sandbox', priceRef))?.plan ?? priceRef
  return await planDisplayName(ctx, name)
}
