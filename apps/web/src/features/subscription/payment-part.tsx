import type { PaymentState } from '@envhold/contract/billing/subscription-status.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../connection/use-api.ts'
import { deferred } from '../../ui/deferred.tsx'
import { subscriptionQuery } from './subscription-status.tsx'

const load = () => import('./payment-notice.tsx')
const parts = {
  Banner: deferred(async () => (await load()).PaymentBanner),
  Indicator: deferred(async () => (await load()).PaymentIndicator),
  Strip: deferred(async () => (await load()).PaymentStrip),
}

/** A plan that ends later than this is said in the header alone. */
const announcedMs = 31 * 86_400_000

/** Whether a payment needs a banner: it failed, or the plan ends soon. */
const isUrgent = (payment: PaymentState | null | undefined): payment is PaymentState =>
  payment != null &&
  (payment.state === 'failed' || Date.parse(payment.ends_at ?? '') - Date.now() < announcedMs)

/** A failed payment or the end of the plan, in places of the shell and above projects. Nothing for most accounts. */
export function PaymentPart({ part }: { part: keyof typeof parts }) {
  const { data } = useQuery(subscriptionQuery(useApi()))
  const Part = parts[part]
  const isShown = data?.payment && (part !== 'Banner' || isUrgent(data.payment))
  return isShown && data.payment ? <Part payment={data.payment} /> : null
}
