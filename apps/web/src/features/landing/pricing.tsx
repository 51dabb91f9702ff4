import { Check } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Section } from './section.tsx'

/** One card, which the server repeats for each plan of the instance: `apps/server/src/pages/plan-slots.ts`. */
export function Pricing() {
  return (
    <Section
      id="pricing"
      beside
      title="Pricing"
      lead="Every account starts on Free and stays there until you choose otherwise. Nothing about security costs extra."
    >
      <div className="grid content-start gap-5 md:grid-cols-2">
        ⟦#plans⟧
        <PlanCard />
        ⟦/plans⟧
        <p className="text-ink-2 empty:hidden">⟦plansNote⟧</p>
      </div>
    </Section>
  )
}

function PlanCard() {
  return (
    <article className="grid content-start gap-5 rounded-lg border bg-surface p-6 shadow-low">
      <div className="grid gap-1">
        <h3 className="font-semibold">⟦name⟧</h3>
        <p className="text-ink-2">⟦description⟧</p>
      </div>
      <p className="flex items-baseline gap-2">
        <span className="text-display font-semibold">⟦price⟧</span>
        <span className="text-ink-2">per month</span>
      </p>
      <p className="-mt-4 text-small text-ink-3 empty:hidden">⟦priceNote⟧</p>
      <ul className="grid gap-2">
        ⟦#lines⟧
        <li className="flex gap-2.5">
          <Check className="mt-[3px] size-4 shrink-0 text-accent" aria-hidden="true" />
          ⟦line⟧
        </li>
        ⟦/lines⟧
      </ul>
      <Button variant="secondary" data-dialog="sign-up" className="sign-ups-closed:hidden">
        ⟦action⟧
      </Button>
    </article>
  )
}
