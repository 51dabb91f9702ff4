import { providerNames } from '@envhold/contract/billing/payments.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { readUserBilling } from '@envhold/contract/operator/user-billing.ts'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { CopyableId } from '../parts/copyable-id.tsx'
import { DetailRows } from '../parts/details-drawer.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { useMayCall } from '../use-operator.ts'
import { InvoiceList } from './invoice-list.tsx'

type Billing = OutputOf<typeof readUserBilling>

/** What an account pays, for a conversation about a refund. Nothing for operators who may not read it. */
export function SubscriptionDetails({ userId }: { userId: number }) {
  return useMayCall('readUserBilling') ? <Section userId={userId} /> : null
}

function Section({ userId }: { userId: number }) {
  const query = useQuery(userBillingQuery(useApi(), userId))
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">Subscription</h3>
      <QueryState query={query} call="readUserBilling" failure="Failed to load the subscription">
        {(billing) => <Details userId={userId} billing={billing} />}
      </QueryState>
    </section>
  )
}

function Details({ userId, billing }: { userId: number; billing: Billing }) {
  const { plan, subscriptions, invoices, payment_failures } = billing
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {subscriptions.length === 0 && (
        <DetailRows
          facts={[
            { label: 'Plan', value: plan.display_name },
            { label: 'Subscription', value: 'Never had one' },
          ]}
        />
      )}
      {subscriptions.map((subscription) => (
        <DetailRows key={subscription.id} facts={subscriptionDetails(subscription)} />
      ))}
      {invoices.length > 0 && <InvoiceList userId={userId} invoices={invoices} />}
      {payment_failures.length > 0 && <Failures failures={payment_failures} />}
    </div>
  )
}

const subscriptionDetails = (subscription: Billing['subscriptions'][number]) => {
  const { current_period_end, cancel_at, ended_at, billing_interval } = subscription
  const dates = [
    ['Paid until', ended_at ? null : current_period_end],
    ['Ends', ended_at ? null : cancel_at],
    ['Ended', ended_at],
    ['Next payment attempt', subscription.next_payment_attempt],
  ] as const
  return [
    {
      label: 'Plan',
      value: `${subscription.plan_display_name}${billing_interval ? `, ${billing_interval}` : ''}`,
    },
    {
      label: 'Status',
      value: (
        <span className="flex flex-wrap gap-1.5">
          <Badge tone={subscription.status === 'past_due' ? 'warn' : 'neutral'}>
            {subscription.status.replaceAll('_', ' ')}
          </Badge>
          {subscription.test_mode && <Badge>test mode</Badge>}
        </span>
      ),
    },
    ...dates.flatMap(([label, at]) => (at ? [{ label, value: <Time at={at} date /> }] : [])),
    { label: 'Provider', value: providerNames[subscription.provider] },
    {
      label: 'Provider’s ID',
      value: <CopyableId id={subscription.provider_id} label="the provider’s ID" />,
    },
  ]
}

function Failures({ failures }: { failures: Billing['payment_failures'] }) {
  return (
    <div className="grid gap-1.5 text-small">
      <h4 className="text-ink-3">Failed payments</h4>
      <ul className="grid gap-1">
        {failures.map(({ subscription_id, failed_at, status, tries, next_attempt }) => (
          <li key={`${subscription_id} ${failed_at}`}>
            <Time at={failed_at} date />: {status}, tried again {tries === 1 ? 'once' : `${tries} times`}
            {next_attempt && (
              <>
                , next <Time at={next_attempt} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const userBillingQuery = (api: Api, id: number) => readQuery(api, readUserBilling, { params: { id } })
