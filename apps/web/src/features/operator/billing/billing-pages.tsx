import { eventLabel } from '@envhold/contract/activity/event-types.ts'
import {
  invoiceStatuses,
  providerIds,
  providerNames,
  subscriptionStatuses,
} from '@envhold/contract/billing/payments.ts'
import type { InputOf, OutputOf } from '@envhold/contract/endpoint.ts'
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
import { z } from 'zod'
import { useRead } from '../../../connection/use-read.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { DelayedSearchField } from '../../../ui/forms/search-field.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { CsvExport } from '../parts/csv-export.tsx'
import { type Column, DataTable, NameOnPhone, ResultsPager, TwoLines } from '../parts/data-table.tsx'
import { chosen, FilterBar, FilterSelect, optionsOf, pageFilter, useFilters } from '../parts/filters.tsx'
import { OperatorPage, UserLink } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { BillingStatus, DunningStatus, dunningLabels, formatTries } from './billing-status.tsx'

type ListCall = typeof listEverySubscription | typeof listEveryInvoice | typeof listFailedPayments
type ExportCall = typeof exportSubscriptions | typeof exportInvoices | typeof exportFailedPayments
type Pagination = Parameters<typeof ResultsPager>[0]['pagination']

interface Props<Call extends ListCall, Status extends string, Row> {
  readonly title: string
  /** What the rows are: 'failed payments'. */
  readonly what: string
  readonly call: Call
  readonly exportCall: ExportCall
  readonly select: (read: OutputOf<Call>) => {
    readonly rows: readonly Row[]
    readonly pagination: Pagination
  }
  readonly statuses: readonly Status[]
  readonly statusLabel?: (status: Status) => string
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
}

const filterSchema = z.object({
  page: pageFilter,
  status: z.string().max(40).catch('all'),
  provider: z.enum(['all', ...providerIds]).catch('all'),
  search: z.string().max(100).catch(''),
})
const providerOptions = optionsOf('All Providers', providerIds, (id) => providerNames[id])

/** A list over all accounts: a search, filters by status and provider, and what they leave as CSV. */
function BillingPage<Call extends ListCall, Status extends string, Row>({
  title,
  what,
  call,
  exportCall,
  select,
  statuses,
  statusLabel = eventLabel,
  columns,
  rowKey,
}: Props<Call, Status, Row>) {
  const [{ page, search, provider, ...filters }, setFilters, filter] = useFilters(filterSchema)
  const status = statuses.find((known) => known === filters.status) ?? 'all'
  const params = chosen({ status, provider, search })
  const query = useRead(call, { query: { page, limit: billingPageSize, ...params } } as InputOf<Call>, {
    placeholderData: keepPreviousData,
    select,
  })
  return (
    <OperatorPage
      title={title}
      queries={[query]}
      actions={<CsvExport call={exportCall} what={what} query={params as object} />}
    >
      <FilterBar>
        <DelayedSearchField label="Search users..." className="w-full sm:w-72" {...filter('search')} />
        <FilterSelect
          {...filter('status')}
          label="Status"
          options={optionsOf('All Status', statuses, statusLabel)}
          value={status}
        />
        <FilterSelect label="Provider" options={providerOptions} {...filter('provider')} />
      </FilterBar>
      <QueryState query={query} call={call.name} failure={`Failed to load ${what}`}>
        {({ rows }) => (
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            isStale={query.isPlaceholderData}
            empty={<EmptyState icon={CreditCard} title={`No ${what} found`} />}
          />
        )}
      </QueryState>
      {query.data && (
        <ResultsPager
          label={title}
          pagination={query.data.pagination}
          onPage={(page, options) => setFilters({ page }, options)}
        />
      )}
    </OperatorPage>
  )
}

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
    cell: ({ status, test_mode }) => <BillingStatus status={status} isTest={test_mode} />,
  },
  {
    head: 'Started',
    isNamed: true,
    cell: ({ created_at }) => day(created_at),
    className: 'sm:max-lg:hidden',
  },
  {
    head: 'Paid until or ended',
    cell: ({ ended_at, cancel_at, current_period_end }) =>
      ended_at ? (
        <>Ended {day(ended_at)}</>
      ) : cancel_at ? (
        <>Ends {day(cancel_at)}</>
      ) : (
        <>
          <NameOnPhone>Paid until</NameOnPhone>
          {day(current_period_end)}
        </>
      ),
  },
  { head: 'Provider', cell: ({ provider }) => providerNames[provider], className: 'sm:max-lg:hidden' },
]

export const SubscriptionsPage = () => (
  <BillingPage
    title="Subscriptions"
    what="subscriptions"
    call={listEverySubscription}
    exportCall={exportSubscriptions}
    select={({ subscriptions, pagination }) => ({ rows: subscriptions, pagination })}
    statuses={subscriptionStatuses}
    columns={subscriptionColumns}
    rowKey={({ id }) => id}
  />
)

const invoiceColumns: readonly Column<EveryInvoice>[] = [
  payer,
  { head: 'Number', cell: ({ number }) => number ?? '–', className: 'break-all' },
  { head: 'Status', cell: ({ status }) => <BillingStatus status={status} /> },
  {
    head: 'Amount',
    align: 'right',
    cell: ({ total, refunded, currency }) =>
      refunded > 0
        ? `${formatAmount(total, currency)} (${formatAmount(refunded, currency)} back)`
        : formatAmount(total, currency),
  },
  { head: 'Date', isNamed: true, cell: ({ created_at }) => day(created_at) },
  { head: 'Provider', cell: ({ provider }) => providerNames[provider], className: 'sm:max-lg:hidden' },
]

export const InvoicesPage = () => (
  <BillingPage
    title="Invoices"
    what="invoices"
    call={listEveryInvoice}
    exportCall={exportInvoices}
    select={({ invoices, pagination }) => ({ rows: invoices, pagination })}
    statuses={invoiceStatuses}
    columns={invoiceColumns}
    rowKey={({ id }) => id}
  />
)

const failedPaymentColumns: readonly Column<FailedPayment>[] = [
  payer,
  { head: 'Plan', cell: ({ plan_display_name }) => plan_display_name },
  { head: 'Status', cell: ({ status }) => <DunningStatus status={status} /> },
  { head: 'Failed', isNamed: true, cell: ({ failed_at }) => day(failed_at) },
  { head: 'Tried again', isNamed: true, cell: ({ tries }) => formatTries(tries) },
  { head: 'Next try', isNamed: true, cell: ({ next_attempt }) => day(next_attempt) },
  { head: 'Provider', cell: ({ provider }) => providerNames[provider], className: 'sm:max-lg:hidden' },
]

export const FailedPaymentsPage = () => (
  <BillingPage
    title="Failed Payments"
    what="failed payments"
    call={listFailedPayments}
    exportCall={exportFailedPayments}
    select={({ failed_payments, pagination }) => ({ rows: failed_payments, pagination })}
    statuses={dunningStates}
    statusLabel={(status) => dunningLabels[status]}
    columns={failedPaymentColumns}
    rowKey={({ subscription_id, failed_at }) => `${subscription_id} ${failed_at}`}
  />
)
