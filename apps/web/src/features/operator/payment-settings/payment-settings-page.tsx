import { ApiError } from '@envhold/client/api-error.ts'
import { builtInPaymentConfig } from '@envhold/contract/operator/payment-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { toast } from '../../../ui/toast.ts'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { paymentConfigQuery } from './payment-config-query.ts'
import { PaymentForm } from './payment-form.tsx'

const failedToLoad = 'Failed to load payment configuration'

export function PaymentSettingsPage() {
  const query = useQuery(paymentConfigQuery(useApi()))
  const { data, error, isFetching, refetch } = query
  // The server answered, but not with the settings: the providers are known without it.
  const isKnown = error instanceof ApiError && error.code !== 'FORBIDDEN' && !data
  useEffect(() => {
    if (isKnown) void toast.error(failedToLoad)
  }, [isKnown])
  return (
    <OperatorPage title="Payment Gateway Settings" queries={[query]}>
      {isKnown ? (
        <div className="grid gap-5">
          <ErrorState title={failedToLoad} onRetry={refetch} retryText="Retry" busy={isFetching}>
            {errorText(error)} The page shows what is built in; nothing can be saved.
          </ErrorState>
          <PaymentForm config={builtInPaymentConfig} readOnly />
        </div>
      ) : (
        <QueryState query={query} call="readPaymentConfig" failure="Failed to Load Configuration">
          {(config) => <PaymentForm key={config.revision} config={config} />}
        </QueryState>
      )}
    </OperatorPage>
  )
}
