import { providerNames } from '@envhold/contract/billing/payments.ts'
import type { PaymentState } from '@envhold/contract/billing/subscription-status.ts'
import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatDay } from '../../ui/text/format.ts'
import { paymentText } from './payment-text.ts'

interface Props {
  payment: PaymentState
}

/** Above the projects and on a project: a payment is due, or the plan ends. */
export function PaymentBanner({ payment }: Props) {
  const { state, plan_display_name: plan } = payment
  const isFailed = state === 'failed'
  return (
    <Banner
      tone={isFailed ? 'bad' : 'warn'}
      title={isFailed ? `Your payment for ${plan} failed` : endText(payment)}
      action={
        <Button variant={isFailed ? 'primary' : 'secondary'} size="sm" asChild>
          <Link to="/subscription">{isFailed ? 'Update your card' : `Keep ${plan}`}</Link>
        </Button>
      }
    >
      {isFailed
        ? paymentText(payment, providerNames[payment.provider])
        : `You canceled it. Nothing changes until then; after that, the limits of the ${payment.next_plan_display_name} plan apply.`}
    </Banner>
  )
}

const endText = ({ plan_display_name: plan, ends_at }: PaymentState) =>
  ends_at ? `${plan} ends on ${formatDay(ends_at)}` : `${plan} ends`

const pillText = (payment: PaymentState) => (payment.state === 'failed' ? 'Payment failed' : endText(payment))

const toneOf = ({ state }: PaymentState) =>
  state === 'failed' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'

/** In the header of wide screens. */
export const PaymentIndicator = ({ payment }: Props) => (
  <Link
    to="/subscription"
    data-grace=""
    className={cn(
      'mr-1 hidden h-7 shrink-0 items-center gap-2 rounded-md px-2.5 text-small font-medium whitespace-nowrap lg:flex',
      toneOf(payment),
    )}
  >
    <CreditCard className="size-4 shrink-0" aria-hidden="true" />
    {pillText(payment)}
  </Link>
)

/** Below the header of narrow screens. */
export const PaymentStrip = ({ payment }: Props) => (
  <aside
    aria-label="Payment"
    className={cn('border-b px-4 py-2 text-small font-medium sm:px-6 lg:hidden', toneOf(payment))}
  >
    <Link
      to="/subscription"
      className="flex items-center gap-2 rounded-sm underline-offset-4 hover:underline"
    >
      <CreditCard className="size-4 shrink-0" aria-hidden="true" />
      {pillText(payment)}
    </Link>
  </aside>
)
