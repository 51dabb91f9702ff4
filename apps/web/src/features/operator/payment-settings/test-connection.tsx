import { ApiError } from '@envhold/client/api-error.ts'
import { requiredSettings } from '@envhold/contract/operator/payment-providers.ts'
import {
  type PaymentProviderSettings,
  testPaymentProvider,
} from '@envhold/contract/operator/payment-settings.ts'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'

interface Props {
  readonly provider: PaymentProviderSettings
  readonly isSaved: boolean
}

/** Tries the stored settings: what is not saved is not sent. */
export function TestConnection({ provider: { id, displayName, config }, isSaved }: Props) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const isComplete = requiredSettings[id].every((name) => name === 'webhookSecret' || config[name] !== '')
  const run = async () => {
    setBusy(true)
    try {
      const { success, message } = await api.call(
        testPaymentProvider,
        { params: { providerId: id } },
        { timeoutMs: 30_000 },
      )
      if (success) void toast.success(`${displayName} connection test successful`)
      else void toast.error(`Test failed: ${message}`)
    } catch (error) {
      const isAnswer = error instanceof ApiError && error.code !== 'INTERNAL'
      void toast.error(isAnswer ? `Test failed: ${errorText(error)}` : 'Connection test failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isComplete && !isSaved && <span className="text-small text-ink-3">Save first to test</span>}
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        disabled={!isComplete || !isSaved}
        aria-label={`Test Connection of ${displayName}`}
        onClick={() => void run()}
      >
        Test Connection
      </Button>
    </span>
  )
}
