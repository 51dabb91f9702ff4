import { actInSandboxPortal, type SandboxAction } from '@envhold/contract/billing/sandbox.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatAmount, formatDay } from '../../../ui/text/format.ts'
import { refetchBilling, sandboxInvoiceQuery, sandboxPortalQuery, statusBadge } from '../billing-queries.ts'
import { useGoToPage } from '../checkout/provider-page.ts'
import { Facts, intervals, PendingSheet, SandboxFailure, SandboxSheet } from './sandbox-checkout.tsx'

/** Stands in for a provider's customer portal: a test plays here what happens to a subscription. */
export function SandboxPortal({ id }: { id: string }) {
  const portal = useQuery(sandboxPortalQuery(useApi(), id))
  const { data } = portal
  const { isLeaving, goTo } = useGoToPage()
  const acting = usePlay(id)
  if (!data) return <PendingSheet title="Customer portal" query={portal} />
  const badge = statusBadge(data.status)
  return (
    <SandboxSheet title="Customer portal">
      <Facts
        facts={[
          ['Plan', data.plan_display_name],
          ['Billed', intervals[data.billing_interval]],
          [
            'Status',
            <Badge key="status" tone={badge.tone}>
              {badge.text}
            </Badge>,
          ],
          data.cancel_at
            ? ['Ends on', formatDay(data.cancel_at)]
            : ['Paid until', formatDay(data.current_period_end)],
        ]}
      />
      {acting.error && <SandboxFailure error={acting.error} />}
      <div className="grid gap-2">
        <h2 className="font-medium">What happens next</h2>
        {data.actions.length === 0 && (
          <p className="text-ink-2">Nothing more can happen to this subscription.</p>
        )}
        {data.actions.map((action) => (
          <Button
            key={action}
            variant="secondary"
            busy={acting.isPending && acting.variables === action}
            disabled={acting.isPending}
            onClick={() => acting.mutate(action)}
          >
            {actionLabels[action]}
          </Button>
        ))}
      </div>
      <Button variant="ghost" busy={isLeaving} onClick={() => goTo(data.return_url)}>
        Back to Billing
      </Button>
    </SandboxSheet>
  )
}

/** Plays something that happens to a subscription of the sandbox. */
function usePlay(id: string) {
  const { api, queries } = useConnection()
  const query = sandboxPortalQuery(api, id)
  return useMutation({
    mutationFn: (action: SandboxAction) => api.call(actInSandboxPortal, { params: { id }, body: { action } }),
    onSuccess: async (portal, action) => {
      queries.setQueryData(query.queryKey, portal)
      toast.success(`Done: ${actionLabels[action]}`)
      // What it changes on the other pages arrives there by a webhook.
      await refetchBilling(queries)
    },
    onError: () => queries.invalidateQueries(query),
  })
}

/** What a test plays, as buttons say it. */
const actionLabels: Record<SandboxAction, string> = {
  cancel: 'Cancel at period end',
  resume: 'Resume',
  renew: 'Renew now',
  fail_renewal: 'Let the renewal fail',
  pay: 'Pay the open invoice',
  end: 'End now',
  refund: 'Refund the last payment',
}

/** Stands in for the invoice that a provider would show. */
export function SandboxInvoice({ id }: { id: string }) {
  const invoice = useQuery(sandboxInvoiceQuery(useApi(), id))
  const { data } = invoice
  if (!data) return <PendingSheet title="Invoice" query={invoice} />
  const { number, created_at, total, refunded, currency } = data
  return (
    <SandboxSheet title={`Invoice ${number}`}>
      <Facts
        facts={[
          ['Date', formatDay(created_at)],
          ['Total', formatAmount(total, currency)],
          ...(refunded > 0 ? ([['Refunded', formatAmount(refunded, currency)]] as const) : []),
        ]}
      />
      <p className="text-small text-ink-2">An invoice of the sandbox. It was not paid with money.</p>
    </SandboxSheet>
  )
}
