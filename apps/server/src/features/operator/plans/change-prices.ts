import type { PlanPrices } from '@envhold/contract/operator/plans.ts'
import { providerNames } from '@envhold/contract/payments.ts'
import { AppError } from '../../../app-error.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { listPrices, replacePrices } from '../../plans/plan-price-store.ts'

type PlanPrice = PlanPrices[number]

const nameOf = ({ provider, billing_interval }: PlanPrice) =>
  `${billing_interval} price at ${providerNames[provider]}`

/**
 * Replaces what the providers call a plan's prices.
 * @returns what changed, in words for the activity log
 * @throws AppError VALIDATION_FAILED for the price of another plan
 */
export async function changePrices(tx: Tx, plan: string, prices: PlanPrices | undefined): Promise<string[]> {
  if (!prices) return []
  const before = new Map<string, string>()
  for (const price of await listPrices(tx))
    if (price.plan === plan && price.provider !== 'sandbox')
      before.set(nameOf({ ...price, provider: price.provider }), price.price_ref)
  const after = new Map(prices.map((price) => [nameOf(price), price.price_ref]))
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name} ${before.get(name) ?? 'none'} → ${after.get(name) ?? 'none'}`)
  if (changes.length === 0) return []
  const used = await replacePrices(tx, plan, prices)
  if (used) {
    const message = `${providerNames[used.provider]}, ${used.billing_interval}: another price has this id already`
    throw new AppError('VALIDATION_FAILED', { message, details: [{ path: 'prices', message }] })
  }
  return changes
}
