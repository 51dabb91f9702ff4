import { ApiError } from '@envhold/client/api-error.ts'
import { answerSandboxCheckout } from '@envhold/contract/billing/sandbox.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { QueryView } from '../../../connection/query-view.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { billingErrors, sandboxCheckoutQuery } from '../billing-queries.ts'
import { useGoToPage } from '../checkout/provider-page.ts'

export const intervals = { monthly: 'Monthly', yearly: 'Yearly' } as const

/** Stands in for a provider's checkout while test mode is on. */
export function SandboxCheckout({ id }: { id: string }) {
  const { api, queries } = useConnection()
  const query = sandboxCheckoutQuery(api, id)
  const checkout = useQuery(query)
  const { data } = checkout
  const { isLeaving, goTo } = useGoToPage()
  const answering = useMutation({
    mutationFn: async (answer: 'pay' | 'decline' | 'cancel') => {
      const { declined, url } = await api.call(answerSandboxCheckout, { params: { id }, body: { answer } })
      if (!declined) goTo(url)
      return declined
    },
    // The state that the page shows was not the checkout's: it is read again.
    onError: (failure) =>
      failure instanceof ApiError && failure.code === 'CONFLICT' && queries.invalidateQueries(query),
  })
  if (!data) return <PendingSheet title="Checkout" query={checkout} />
  const isBusy = answering.isPending || isLeaving
  const button = (answer: 'pay' | 'decline' | 'cancel') => ({
    busy: isBusy && answering.variables === answer,
    disabled: isBusy,
    onClick: () => answering.mutate(answer),
  })
  return (
    <SandboxSheet title={`Subscribe to ${data.plan_display_name}`}>
      <Facts
        facts={[
          ['Plan', data.plan_display_name],
          ['Billed', intervals[data.billing_interval]],
          ['Due today', formatAmount(data.total, 'USD')],
        ]}
      />
      {data.status === 'open' ? (
        <>
          {answering.data && (
            <Banner tone="bad" title="The card was declined">
              Nothing was charged. Try again, or cancel.
            </Banner>
          )}
          {answering.error && <SandboxFailure error={answering.error} />}
          <div className="grid gap-2">
            <Button size="lg" {...button('pay')}>
              Pay
            </Button>
            <Button variant="secondary" {...button('decline')}>
              Decline
            </Button>
            <Button variant="ghost" {...button('cancel')}>
              Cancel
            </Button>
          </div>
          <p className="text-small text-ink-2">
            Pay starts the subscription. Decline acts as if the bank rejected the card. Cancel goes back
            without paying.
          </p>
        </>
      ) : (
        <>
          <p className="text-ink-2">
            {data.status === 'complete'
              ? 'This checkout is paid. You can close this page.'
              : 'This checkout has expired. Choose the plan again to get a new one.'}
          </p>
          <Button variant="secondary" asChild>
            <a href="/subscription">Back to Billing</a>
          </Button>
        </>
      )}
    </SandboxSheet>
  )
}

/** A page of the built-in payment provider: it looks like a checkout, and says that it is none. */
export const SandboxSheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid w-full max-w-md gap-5 rounded-lg border bg-surface p-5 text-left shadow-low">
    <title>{`${title} · Envhold`}</title>
    <div className="grid justify-items-start gap-2">
      <Badge tone="warn">Test mode: no money is taken</Badge>
      <h1 className="text-title font-semibold">{title}</h1>
    </div>
    {children}
  </section>
)

type PendingQuery = ComponentProps<typeof QueryView>['query']

/** The sheet before its data is there, or when it cannot be. */
export const PendingSheet = ({ title, query }: { title: string; query: PendingQuery }) => (
  <SandboxSheet title={title}>
    <QueryView
      query={query}
      errors={billingErrors.readSandbox}
      safe="Nothing was changed."
      className="py-6"
      loading={<Skeleton className="h-40" />}
    >
      {() => null}
    </QueryView>
  </SandboxSheet>
)

/** What was tried did not happen. */
export const SandboxFailure = ({ error }: { error: Error }) => (
  <Banner tone="bad" title={errorText(error, billingErrors.actInSandbox)} />
)

/** Facts in two columns. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
    {facts.map(([term, fact]) => (
      <Fragment key={term}>
        <dt className="text-ink-2">{term}</dt>
        <dd className="text-right font-medium tabular-nums">{fact}</dd>
      </Fragment>
    ))}
  </dl>
)
