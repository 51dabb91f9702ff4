import type { SlotValues } from '@envhold/contract/page-slots.ts'
import { planLines, yearlySaving } from '@envhold/contract/plan-lines.ts'
import type { PlanOffer } from '@envhold/contract/plan-offers.ts'
import { priceText } from '@envhold/contract/price-text.ts'

function priceNote(plan: PlanOffer): string {
  if (plan.price_monthly === 0) return 'for as long as you like'
  if (plan.price_yearly === null) return ''
  const saving = yearlySaving(plan)
  return `or ${priceText(plan.price_yearly)} a year${saving > 0 ? `, which saves ${priceText(saving)}` : ''}`
}

const planSlot = (plan: PlanOffer): SlotValues => ({
  name: plan.display_name,
  description: plan.description,
  price: priceText(plan.price_monthly),
  priceNote: priceNote(plan),
  lines: planLines(plan).map((line) => ({ line })),
  action: plan.price_monthly === 0 ? 'Start Free Now' : 'Start on Free',
})

/** What the landing page says of the instance's plans; undefined if they could not be read. */
export const planSlots = (plans: readonly PlanOffer[] | undefined): SlotValues => ({
  plans: plans?.map(planSlot) ?? [],
  plansNote: plans ? '' : 'The prices cannot be shown right now. Please reload the page in a minute.',
})
