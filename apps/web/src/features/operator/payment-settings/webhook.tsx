import type { PaymentProviderSettings } from '@envhold/contract/operator/payment-settings.ts'
import { Time } from '../../../ui/text/time.tsx'
import { CopyableId, DetailRows } from '../parts/details-drawer.tsx'

/** What to type at the provider, and whether anything has come from it. */
export function Webhook({
  webhook: { url, lastEvent },
}: {
  webhook: NonNullable<PaymentProviderSettings['webhook']>
}) {
  return (
    <DetailRows
      facts={{
        'Webhook URL': <CopyableId id={url} label="the webhook URL" />,
        'Last event': lastEvent ? (
          <>
            {lastEvent.type}, <Time at={lastEvent.at} />
          </>
        ) : (
          'None yet'
        ),
      }}
    />
  )
}
