import { providerNames } from '@envhold/contract/billing/payments.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { openUserInvoice, readUserBilling } from '@envhold/contract/operator/user-billing.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { BillingStatus, DunningStatus, formatTries } from '../billing/billing-status.tsx'
import { useMayCall } from '../operator.ts'
import { CopyableId, DetailRows } from '../parts/details-drawer.tsx'
import { PanelSection } from '../parts/panel.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { useWork } from '../parts/use-sending.ts'
import { GrantedPlan } from './granted-plan.tsx'

type Billing = OutputOf<typeof readUserBilling>
type Invoice = Billing['invoices'][number]

/** What an account pays, for a conversation about a refund. Nothing for operators who may not read it. */
export function SubscriptionDetails({ userId }: { userId: number }) {
  return useMayCall('readUserBilling') ? <Section userId={userId} /> : null
}

const loading = <Skeleton className="my-1 h-3 w-24" />

function Section({ userId }: { userId: number }) {
  const query = useRead(readUserBilling, { params: { id: userId } })
  return (
    <PanelSection title="Subscription">
      <QueryState
        query={query}
        call="readUserBilling"
        failure="Failed to load the subscription"
        skeleton={<DetailRows facts={{ Plan: loading, Subscription: loading }} />}
      >
        {(billing) => <Details userId={userId} billing={billing} />}
      </QueryState>
    </PanelSection>
  )
}

function Details({ userId, billing }: { userId: number; billing: Billing }) {
  const { plan, granted_plan, subscriptions, invoices, payment_failures } = billing
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {subscriptions.length === 0 && (
        <DetailRows facts={{ Plan: plan.display_name, Subscription: 'Never had one' }} />
      )}
      {subscriptions.map((subscription) => (
        <DetailRows key={subscription.id} facts={subscriptionDetails(subscription)} />
      ))}
      <GrantedPlan userId={userId} granted={granted_plan} />
      {invoices.length > 0 && <InvoiceList userId={userId} invoices={invoices} />}
      {payment_failures.length > 0 && <Failures failures={payment_failures} />}
    </div>
  )
}

const subscriptionDetails = (subscription: Billing['subscriptions'][number]) => {
  const { current_period_end, cancel_at, ended_at, billing_interval } = subscription
  const day = (at: string | null) => (at ? <Time at={at} date /> : undefined)
  return {
    Plan: `${subscription.plan_display_name}${billing_interval ? `, ${billing_interval}` : ''}`,
    Status: <BillingStatus status={subscription.status} isTest={subscription.test_mode} />,
    'Paid until': ended_at ? undefined : day(current_period_end),
    Ends: ended_at ? undefined : day(cancel_at),
    Ended: day(ended_at),
    'Next payment attempt': day(subscription.next_payment_attempt),
    Provider: providerNames[subscription.provider],
    'Provider’s ID': <CopyableId id={subscription.provider_id} label="the provider’s ID" />,
  }
}

function Failures({ failures }: { failures: Billing['payment_failures'] }) {
  return (
    <div className="grid gap-1.5 text-small">
      <h3 className="text-ink-3">Failed payments</h3>
      <ul className="grid gap-1">
        {failures.map(({ subscription_id, failed_at, status, tries, next_attempt }) => (
          <li key={`${subscription_id} ${failed_at}`} className="flex flex-wrap items-center gap-x-2">
            <Time at={failed_at} date />
            <DunningStatus status={status} />
            <span>
              Tried again: {formatTries(tries).toLowerCase()}
              {next_attempt && (
                <>
                  , next <Time at={next_attempt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface Props {
  readonly userId: number
  readonly invoices: readonly Invoice[]
}

function InvoiceList({ userId, invoices }: Props) {
  return (
    <div className="grid gap-1.5 text-small">
      <h3 className="text-ink-3">Invoices</h3>
      <ul className="grid gap-1">
        {invoices.map((invoice) => (
          <li key={invoice.id} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 break-words">
              {invoice.number ?? 'No number'}, <Time at={invoice.created_at} date />
            </span>
            <span className="flex items-center gap-2 tabular-nums">
              <BillingStatus status={invoice.status} />
              {formatAmount(invoice.total, invoice.currency)}
              {invoice.refunded > 0 && ` (${formatAmount(invoice.refunded, invoice.currency)} back)`}
              <OpenInvoice userId={userId} invoice={invoice} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The address is valid for a short time, so it is asked for when it is opened. */
function OpenInvoice({ userId, invoice }: { userId: number; invoice: Invoice }) {
  const api = useApi()
  const [busy, start] = useWork((error) => notifyError(error, { fallback: 'Failed to open the invoice' }))
  const open = () =>
    start(async () => {
      const params = { id: userId, invoiceId: invoice.id }
      const { url } = await api.call(openUserInvoice, { params }, { timeoutMs: 30_000 })
      window.open(url, '_blank', 'noopener')
    })
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={busy}
      aria-label={`View invoice ${invoice.number ?? invoice.id}`}
      onClick={() => void open()}
    >
      View
    </Button>
  )
}
