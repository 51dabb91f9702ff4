import {
  type BillingInterval,
  billingIntervals,
  type ProviderId,
} from '@envhold/contract/billing/payments.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import { formerPrices, planPrices } from '../../db/schema/payments.ts'
import { signedRows } from '../../db/signed-rows.ts'
import { tableRows, type Where } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'
import { isUntampered } from '../../db/unless-tampered.ts'

type PlanPrice = Omit<Row<'plan_prices'>, 'mac'>

/** Authenticates which price pays for which plan: a writer of the database cannot sell a large plan at a small price. */
export const planPriceMac = planPrices.mac

const stored = signedRows(planPrices)
const former = signedRows(formerPrices)
const planPriceRows = tableRows('plan_prices')

interface PriceOf {
  readonly plan: string
  readonly interval: BillingInterval
  readonly provider: ProviderId
}

interface Prices {
  readonly price_monthly: number
  readonly price_yearly: number | null
}

/** What a period of a plan costs, in cents; 0 for an interval without a price. */
export const centsOf = ({ price_monthly, price_yearly }: Prices, interval: BillingInterval | null): number =>
  Math.round((interval === 'yearly' ? (price_yearly ?? 0) : price_monthly) * 100)

/** The sandbox has every price without being told: its references name the plan and the interval. */
const sandboxPrice = ({ plan, interval }: Pick<PriceOf, 'plan' | 'interval'>) => `${plan}-${interval}`

const readSandboxPrice = (priceRef: string): Pick<PlanPrice, 'plan' | 'billing_interval'> | undefined => {
  const interval = billingIntervals.find((interval) => priceRef.endsWith(`-${interval}`))
  return interval && { plan: priceRef.slice(0, -interval.length - 1), billing_interval: interval }
}

/** A provider's reference of a plan and interval; undefined while the operator has set none. @throws TamperedRowError */
export async function findPrice(ctx: DbContext<'secrets'>, of: PriceOf): Promise<string | undefined> {
  if (of.provider === 'sandbox') return sandboxPrice(of)
  const { plan, provider, interval } = of
  return (await stored.find(ctx, { plan, provider, billing_interval: interval }))?.price_ref
}

/** What a provider's price pays for; undefined for a price that is not set here. @throws TamperedRowError */
export async function findPlanOfPrice(
  ctx: DbContext<'secrets'>,
  provider: ProviderId,
  priceRef: string,
): Promise<Pick<PlanPrice, 'plan' | 'billing_interval'> | undefined> {
  if (provider === 'sandbox') return readSandboxPrice(priceRef)
  const row = await stored.find(ctx, { provider, price_ref: priceRef })
  return row && { plan: row.plan, billing_interval: row.billing_interval }
}

/** The same of a price that may have been replaced, for what was bought before. @throws TamperedRowError */
export const findPlanOfAnyPrice: typeof findPlanOfPrice = async (ctx, provider, priceRef) =>
  (await findPlanOfPrice(ctx, provider, priceRef)) ??
  (await former.find(ctx, { provider, price_ref: priceRef }))

/** Deletes prices, and remembers what they pay for: subscriptions keep the price that they began with. */
async function retirePrices(ctx: TrxContext<'secrets'>, which: Where<'plan_prices'>): Promise<void> {
  for (const row of await planPriceRows.list(ctx, which)) {
    const { mac: _, ...price } = row
    await stored.remove(ctx, { provider: price.provider, price_ref: price.price_ref })
    if (!isUntampered(() => stored.check(ctx, row))) continue
    await former.remove(ctx, { provider: price.provider, price_ref: price.price_ref })
    await former.insert(ctx, price)
  }
}

/** Sets a provider's price of a plan and interval, instead of the one before. */
export async function setPrice(
  ctx: TrxContext<'secrets'>,
  { plan, interval, provider }: PriceOf,
  priceRef: string,
): Promise<void> {
  await retirePrices(ctx, (is) =>
    is.and([
      is('provider', '=', provider),
      is.or([
        is('price_ref', '=', priceRef),
        is.and([is('plan', '=', plan), is('billing_interval', '=', interval)]),
      ]),
    ]),
  )
  await stored.insert(ctx, { provider, price_ref: priceRef, plan, billing_interval: interval })
}

/**
 * Replaces every price of a plan.
 * @returns a price that another plan has; the transaction must not commit then
 */
export async function replacePrices(
  ctx: TrxContext<'secrets'>,
  plan: string,
  prices: readonly Omit<PlanPrice, 'plan'>[],
): Promise<Omit<PlanPrice, 'plan'> | undefined> {
  const { db, secrets } = ctx
  await retirePrices(ctx, { plan })
  for (const price of prices) {
    const row = { ...price, plan }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('plan_prices')
      .values({ ...row, mac: planPriceMac.of(secrets, row) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return price
  }
  return undefined
}

/** Every price. @throws TamperedRowError */
export const listPrices = (ctx: DbContext<'secrets'>): Promise<readonly PlanPrice[]> =>
  stored.list(ctx, {}, { orderBy: ['plan', 'provider', 'billing_interval'] })
