import type { PlanOffer } from '@envhold/contract/plan-offers.ts'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useApi } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { planLines, yearlySaving } from '../subscription/plan-lines.ts'
import { plansQuery } from '../subscription/plans-query.ts'
import { priceText } from '../subscription/price-text.ts'
import { startingOffers } from '../subscription/starting-offers.ts'
import { Section } from './section.tsx'

export function Pricing({ onSignUp }: { onSignUp: () => void }) {
  const { data } = useQuery(plansQuery(useApi()))
  // The page does not wait for the server: the plans of a new instance are nearly always those that are listed.
  const plans = data?.plans ?? startingOffers
  return (
    <Section
      id="pricing"
      beside
      title="Pricing"
      lead="Every account starts on Free and stays there until you choose otherwise. Nothing about security costs extra."
    >
      <div className="grid gap-5 md:grid-cols-2">
        {plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} onSignUp={onSignUp} />
        ))}
      </div>
    </Section>
  )
}

function yearlyLine(plan: Omit<PlanOffer, 'id'>): string | null {
  if (plan.price_monthly === 0) return 'for as long as you like'
  if (plan.price_yearly === null) return null
  const saving = yearlySaving(plan)
  return `or ${priceText(plan.price_yearly)} a year${saving > 0 ? `, which saves ${priceText(saving)}` : ''}`
}

function PlanCard({ plan, onSignUp }: { plan: Omit<PlanOffer, 'id'>; onSignUp: () => void }) {
  const free = plan.price_monthly === 0
  return (
    <article className="grid content-start gap-5 rounded-lg border bg-surface p-6 shadow-low">
      <div className="grid gap-1">
        <h3 className="font-semibold">{plan.display_name}</h3>
        <p className="text-ink-2">{plan.description}</p>
      </div>
      <p className="flex items-baseline gap-2">
        <span className="text-display font-semibold">{priceText(plan.price_monthly)}</span>
        <span className="text-ink-2">per month</span>
      </p>
      <p className="-mt-4 text-small text-ink-3">{yearlyLine(plan)}</p>
      <ul className="grid gap-2">
        {planLines(plan).map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check className="mt-[3px] size-4 shrink-0 text-accent" aria-hidden="true" />
            {line}
          </li>
        ))}
      </ul>
      {free ? (
        <Button onClick={onSignUp}>Start Free Now</Button>
      ) : (
        <Button variant="secondary" onClick={onSignUp}>
          Start on Free
        </Button>
      )}
    </article>
  )
}
