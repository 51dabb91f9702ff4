import {
  invoiceStatuses,
  providerIds,
  providerNames,
  subscriptionStatuses,
} from '@envhold/contract/billing/payments.ts'
import {
  billingPageSize,
  type EveryInvoice,
  type EverySubscription,
  exportFailedPayments,
  exportInvoices,
  exportSubscriptions,
  type FailedPayment,
  listEveryInvoice,
  listEverySubscription,
  listFailedPayments,
} from '@envhold/contract/operator/billing-lists.ts'
import { dunningStates } from '@envhold/contract/operator/user-billing.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useRead } from '../../../connection/use-read.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { DelayedSearchField } from '../../../ui/forms/search-field.tsx'
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { CsvExport } from '../parts/csv-export.tsx'
import { type Column, DataTable, ResultsPager, TwoLines } from '../parts/data-table.tsx'
import { chosen, FilterBar, FilterSelect, optionsOf, pageFilter, useFilters } from '../parts/filters.tsx'
import { OperatorPage, UserLink } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'

const filtersWith = <const S extends readonly [string, ...string[]]>(statuses: S) =>
  z.object({
    page: pageFilter,
    status: z.enum(['all', ...statuses]).catch('all'),
    provider: z.enum(['all', ...providerIds]).catch('all'),
    search: z.string().max(100).catch(''),
  })

const words = (status: string) => {
  const text = status.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
const statusOptions = <S extends string>(statuses: readonly S[]) => optionsOf('All Status', statuses, words)
const providerOptions = optionsOf('All Providers', providerIds, (id) => providerNames[id])

const searchField = { label: 'Search users...', className: 'w-full sm:w-72' }

const subscriptionFilters = filtersWith(subscriptionStatuses)
const invoiceFilters = filtersWith(invoiceStatuses)
const failedPaymentFilters = filtersWith(dunningStates)

const tones: Readonly<Record<string, BadgeTone>> = {
  active: 'good',
  trialing: 'good',
  paid: 'good',
  recovered: 'good',
  past_due: 'warn',
  open: 'warn',
  paused: 'warn',
  failed: 'bad',
  exhausted: 'bad',
}
const Status = ({ status }: { status: string }) => (
  <Badge tone={tones[status] ?? 'neutral'}>{words(status)}</Badge>
)

/** Who pays, as a link to the page of the user. */
const payer: Column<{ readonly user: EveryInvoice['user'] }> = {
  head: 'User',
  cell: ({ user }) =>
    user === null ? (
      'A deleted account'
    ) : (
      <TwoLines first={<UserLink id={user.id}>{user.username}</UserLink>} second={user.email} />
    ),
}

const day = (at: string | null) => (at === null ? '–' : <Time at={at} date />)

const subscriptionColumns: readonly Column<EverySubscription>[] = [
  payer,
  {
    head: 'Plan',
    cell: ({ plan_display_name, billing_interval }) =>
      billing_interval ? `${plan_display_name}, ${billing_interval}` : plan_display_name,
  },
  {
    head: 'Status',
    cell: ({ status, test_mode }) => (
      <span className="flex flex-wrap gap-1.5">
        <Status status={status} />
        {test_mode && <Badge>Test mode</Badge>}
      </span>
    ),
  },
  { head: 'Started', cell: ({ created_at }) => day(created_at), className: 'sm:max-lg:hidden' },
  {
    head: 'Paid until or ended',
    cell: ({ ended_at, cancel_at, current_period_end }) =>
      ended_at ? (
        <>Ended {day(ended_at)}</>
      ) : cancel_at ? (
        <>Ends {day(cancel_at)}</>
      ) : (
        day(current_period_end)
      ),
  },
  { head: 'Provider', cell: ({ provider }) => providerNames[provider], className: 'sm:max-lg:hidden' },
]

export function SubscriptionsPage() {
  const [{ page, status, provider, search }, setFilters, filter] = useFilters(subscriptionFilters)
  const params = chosen({ status, provider, search })
  const query = useRead(
    listEverySubscription,
    { query: { page, limit: billingPageSize, ...params } },
    { placeholderData: keepPreviousData },
  )
  return (
    <BillingPage
      title="Subscriptions"
      onPage={(next) => setFilters({ page: next })}
      filters={
        <>
          <DelayedSearchField {...searchField} {...filter('search')} />
          <FilterSelect label="Status" options={statusOptions(subscriptionStatuses)} {...filter('status')} />
          <FilterSelect label="Provider" options={providerOptions} {...filter('provider')} />
        </>
      }
      query={query}
      exportButton={<CsvExport call={exportSubscriptions} what="subscriptions" query={params} />}
    >
      <QueryState query={query} call="listEverySubscription" failure="Failed to load subscriptions">
        {({ subscriptions }) => (
          <DataTable
            label="Subscriptions"
            columns={subscriptionColumns}
            rows={subscriptions}
            rowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            empty={<EmptyState icon={CreditCard} title="No subscriptions found" />}
          />
        )}
      </QueryState>
    </BillingPage>
  )
}

const invoiceColumns: readonly Column<EveryInvoice>[] = [
  payer,
  { head: 'Number', cell: ({ number }) => number ?? '–', className: 'break-all' },
  { head: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    head: 'Amount',
    align: 'right',
    cell: ({ total, refunded, currency }) =>
      refunded > 0
        ? `${formatAmount(total, currency)} (${formatAmount(refunded, currency)} back)`
        : formatAmount(total, currency),
  },
  { head: 'Date', cell: ({ created_at }) => day(created_at) },
  { head: 'Provider', cell: ({ provider }) => providerNames[provider], className: 'sm:max-lg:hidden' },
]

export function InvoicesPage() {
  const [{ page, status, provider, search }, setFilters, filter] = useFilters(invoiceFilters)
  const params = chosen({ status, provider, search })
  const query = useRead(
    listEveryInvoice,
    { query: { page, limit: billingPageSize, ...params } },
    { placeholderData: keepPreviousData },
  )
  return (
    <BillingPage
      title="Invoices"
      onPage={(next) => setFilters({ page: next })}
      filters={
        <>
          <DelayedSearchField {...searchField} {...filter('search')} />
          <FilterSelect label="Status" options={statusOptions(invoiceStatuses)} {...filter('status')} />
          <FilterSelect label="Provider" options={providerOptions} {...filter('provider')} />
        </>
      }
      query={query}
      exportButton={<CsvExport call={exportInvoices} what="invoices" query={params} />}
    >
      <QueryState query={query} call="listEveryInvoice" failure="Failed to load invoices">
        {({ invoices }) => (
          <DataTable
            label="Invoices"
            columns={invoiceColumns}
            rows={invoices}
            rowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            empty={<EmptyState icon={CreditCard} title="No invoices found" />}
          />
        )}
      </QueryState>
    </BillingPage>
  )
}

const failedPaymentColumns: readonly Column<FailedPayment>[] = [
  payer,
  { head: 'Plan', cell: ({ plan_display_name }) => plan_display_name },
  { head: 'Status', cell: ({ status }) => <Status status={status} /> },
  { head: 'Failed', cell: ({ failed_at }) => day(failed_at) },
  { head: 'Tried again', cell: ({ tries }) => (tries === 1 ? 'Once' : `${tries} times`) },
  { head: 'Next try', cell: ({ next_attempt }) => day(next_attempt) },
  { head: 'Provider', cell: ({ provider }) => providerNames[provider], className: 'sm:max-lg:hidden' },
]

export function FailedPaymentsPage() {
  const [{ page, status, provider, search }, setFilters, filter] = useFilters(failedPaymentFilters)
  const params = chosen({ status, provider, search })
  const query = useRead(
    listFailedPayments,
    { query: { page, limit: billingPageSize, ...params } },
    { placeholderData: keepPreviousData },
  )
  return (
    <BillingPage
      title="Failed Payments"
      onPage={(next) => setFilters({ page: next })}
      filters={
        <>
          <DelayedSearchField {...searchField} {...filter('search')} />
          <FilterSelect label="Status" options={statusOptions(dunningStates)} {...filter('status')} />
          <FilterSelect label="Provider" options={providerOptions} {...filter('provider')} />
        </>
      }
      query={query}
      exportButton={<CsvExport call={exportFailedPayments} what="failed payments" query={params} />}
    >
      <QueryState query={query} call="listFailedPayments" failure="Failed to load failed payments">
        {({ failed_payments }) => (
          <DataTable
            label="Failed payments"
            columns={failedPaymentColumns}
            rows={failed_payments}
            rowKey={({ subscription_id, failed_at }) => `${subscription_id} ${failed_at}`}
            isStale={query.isPlaceholderData}
            empty={<EmptyState icon={CreditCard} title="No failed payments found" />}
          />
        )}
      </QueryState>
    </BillingPage>
  )
}

type Pagination = Parameters<typeof ResultsPager>[0]['pagination']

interface Props {
  readonly title: string
  readonly filters: ReactNode
  readonly onPage: (page: number) => void
  readonly query: {
    readonly data: { readonly pagination: Pagination } | undefined
    readonly dataUpdatedAt: number
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly exportButton: ReactNode
  readonly children: ReactNode
}

/** What the pages of the three lists share. */
function BillingPage({ title, filters, onPage, query, exportButton, children }: Props) {
  return (
    <OperatorPage title={title} queries={[query]} actions={exportButton}>
      <FilterBar>{filters}</FilterBar>
      {children}
      {query.data && <ResultsPager label={title} pagination={query.data.pagination} onPage={onPage} />}
    </OperatorPage>
  )
}
