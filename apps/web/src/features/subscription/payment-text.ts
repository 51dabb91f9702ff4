import { formatDay } from '../../ui/text/format.ts'

interface Due {
  readonly plan_display_name: string
  readonly next_payment_attempt: string | null
  readonly ends_at: string | null
}

/** Of a payment that failed: when it is tried again, and when the plan ends. Nothing of it is in the past. */
export function paymentText(
  { plan_display_name: plan, next_payment_attempt: next, ends_at: end }: Due,
  provider: string,
  now = Date.now(),
): string {
  const isAhead = next !== null && Date.parse(next) > now
  const first = isAhead
    ? `${provider} tries again on ${formatDay(next)}.`
    : next
      ? `${provider} is about to try again.`
      : 'There is no further try.'
  const unless = next
    ? `Unless that succeeds or you update your card, ${plan} ends`
    : `Unless you pay, ${plan} ends`
  const when = end === null ? ' soon' : Date.parse(end) > now ? ` on ${formatDay(end)}` : ' today'
  return `${first} ${unless}${when}. Until then everything keeps working.`
}
