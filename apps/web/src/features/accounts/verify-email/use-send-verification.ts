import { ApiError } from '@envhold/client/api-error.ts'
import { useState } from 'react'
import type { ErrorTexts } from '../../../connection/api/error-text.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useSessionState } from '../../../connection/session/use-session-state.ts'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/feedback/toast.ts'

/** Sends the verification link again and shows where it was sent. */
export function useSendVerification() {
  const api = useApi()
  const { retry } = useSessionState()
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      // Few accounts need it, and every dashboard would load it.
      const { sendVerification } = await import('@envhold/contract/accounts/account-settings.ts')
      void toast.success((await api.call(sendVerification, {})).message)
      setSent(true)
    } catch (error) {
      // The address was verified elsewhere in the meantime.
      if (error instanceof ApiError && error.code === 'CONFLICT') retry()
      notifyError(error, sendVerificationErrors)
    } finally {
      setSending(false)
    }
  }
  return { send, sending, sent }
}

/** Apart from the texts of the other calls, which the dashboard would load with it. */
const sendVerificationErrors: ErrorTexts = { fallback: 'Failed to send the link' }
