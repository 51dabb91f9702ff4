import { eventLabel } from '@envhold/contract/activity/event-types.ts'
import { type ProviderId, providerNames } from '@envhold/contract/billing/payments.ts'
import type { dunningStates } from '@envhold/contract/operator/user-billing.ts'
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'

const tones: Readonly<Record<string, BadgeTone>> = {
  active: 'good',
  trialing: 'good',
  paid: 'good',
  past_due: 'warn',
  open: 'warn',
  paused: 'warn',
  failed: 'bad',
}

interface Props {
  readonly status: string
  readonly isTest?: boolean
}

/** The status of a subscription or an invoice. */
export const BillingStatus = ({ status, isTest = false }: Props) => (
  <span className="inline-flex flex-wrap gap-1.5">
    <Badge tone={tones[status] ?? 'neutral'}>{eventLabel(status)}</Badge>
    {isTest && <Badge>Test mode</Badge>}
  </span>
)

type DunningState = (typeof dunningStates)[number]

/** What became of a payment that failed. */
export const dunningLabels: Readonly<Record<DunningState, string>> = {
  active: 'Retrying',
  recovered: 'Paid after all',
  exhausted: 'Never paid',
  canceled: 'Canceled',
}

const dunningTones: Readonly<Record<DunningState, BadgeTone>> = {
  active: 'warn',
  recovered: 'good',
  exhausted: 'bad',
  canceled: 'neutral',
}

export const DunningStatus = ({ status }: { status: DunningState }) => (
  <Badge tone={dunningTones[status]}>{dunningLabels[status]}</Badge>
)

/** 'Past due (Stripe)'. */
export const formatSubscription = ({ status, provider }: { status: string; provider: ProviderId }): string =>
  `${eventLabel(status)} (${providerNames[provider]})`

/** How often a failed payment was tried again. */
export const formatTries = (tries: number): string =>
  tries === 0 ? 'Not yet' : tries === 1 ? 'Once' : `${tries} times`
