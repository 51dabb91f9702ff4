import type { PaymentState } from '@envhold/contract/billing/subscription-status.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../connection/use-api.ts'
import { paymentViews } from './load-payment-views.ts'
import { subscriptionQuery } from './subscription-status.tsx'

const parts = { Banner: 'PaymentBanner', Indicator: 'PaymentIndicator', Strip: 'PaymentStrip' } as const

/** A plan that ends later than this is said in the header alone. */
const announcedMs = 31 * 86_400_000

/** Whether a payment needs a banner: it failed, or the plan ends soon. */
const isUrgent = (payment: PaymentState | null | undefined): payment is PaymentState =>
  payment != null &&
  (payment.state === 'failed' || Date.parse(payment.ends_at ?? '') - Date.now() < announcedMs)

/** A failed payment or the end of the plan, in places of the shell and above projects. Nothing for most accounts. */
export function PaymentPart({ part }: { part: keyof typeof parts }) {
  const { data } = useQuery(subscriptionQuery(useApi()))
  const Part = paymentViews()?.[parts[part]]
  const isShown = data?.payment && (part !== 'Banner' || isUrgent(data.payment))
  return isShown && data.payment && Part ? <Part payment={data.payment} /> : null
}
