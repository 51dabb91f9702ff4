import { ApiError } from '@envhold/client/api-error.ts'
import { useState } from 'react'
import type { ErrorTexts } from '../../../connection/api/error-text.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useAccount, useSessionState } from '../../../connection/session/use-session-state.ts'
import { useApi } from '../../../connection/use-api.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

/** Shown where invitations are missing because the e-mail address is not verified. */
export function VerifyNotice() {
  const account = useAccount()
  const { send, sending, sent } = useSendVerification()
  if (!account || account.email_verified) return null
  const email = <span className="break-all">{account.email}</span>
  if (!account.can_verify_email)
    return (
      <Banner tone="info" title="Invitations cannot be shown here">
        This instance has no mail server, so {email} cannot be verified. Ask the person who invites you for
        the invitation’s link.
      </Banner>
    )
  return (
    <Banner
      tone="info"
      title="Confirm your e-mail address to see invitations"
      action={!sent && <SmallButton text="Send link again" busy={sending} onClick={() => void send()} />}
    >
      Open the link that was mailed to {email}. Invitations appear here after that.
    </Banner>
  )
}

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
