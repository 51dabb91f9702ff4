import { ApiError } from '@envhold/client/api-error.ts'
import { answerSandboxCheckout } from '@envhold/contract/billing/sandbox.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { sandboxCheckoutQuery } from '../billing-queries.ts'
import { useGoToPage } from '../checkout/use-go-to-page.ts'
import { Facts, PendingSheet, SandboxFailure, SandboxSheet } from './sandbox-sheet.tsx'

const intervals = { monthly: 'Monthly', yearly: 'Yearly' } as const

/** Stands in for a provider's checkout while test mode is on. */
export function SandboxCheckout({ id }: { id: string }) {
  const { api, queries } = useConnection()
  const query = sandboxCheckoutQuery(api, id)
  const { data, error, isFetching, refetch } = useQuery(query)
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
  if (!data) return <PendingSheet title="Checkout" error={error} isFetching={isFetching} onRetry={refetch} />
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
            Pay starts the subscription. Decline acts as if the bank refused the card. Cancel goes back
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
