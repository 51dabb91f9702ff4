import type { Plan } from '@envhold/contract/plans.ts'
import { startingPlans } from '@envhold/contract/plans.ts'
import { Check } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { planLines, yearlySaving } from './plan-lines.ts'
import { Section } from './section.tsx'

const plans: readonly Plan[] = startingPlans

export function Pricing({ onSignUp }: { onSignUp: () => void }) {
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

function PlanCard({ plan, onSignUp }: { plan: Plan; onSignUp: () => void }) {
  const saving = yearlySaving(plan)
  const free = plan.price_monthly === 0
  return (
    <article className="grid content-start gap-5 rounded-lg border bg-surface p-6 shadow-low">
      <div className="grid gap-1">
        <h3 className="font-semibold">{plan.display_name}</h3>
        <p className="text-ink-2">{plan.description}</p>
      </div>
      <p className="flex items-baseline gap-2">
        <span className="text-display font-semibold">${plan.price_monthly}</span>
        <span className="text-ink-2">per month</span>
      </p>
      <p className="-mt-4 text-small text-ink-3">
        {saving > 0 ? `or $${plan.price_yearly} a year, which saves $${saving}` : 'for as long as you like'}
      </p>
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
