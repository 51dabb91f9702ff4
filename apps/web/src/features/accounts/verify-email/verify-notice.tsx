import { ApiError } from '@envhold/client/api-error.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { ErrorTexts } from '../../../connection/api/error-text.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useAccount, useSessionState } from '../../../connection/session/use-session-state.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button, SmallButton } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useMayEnterOperatorArea } from '../user-status.ts'

/** Shown where invitations are missing because the e-mail address is not verified. */
export function VerifyNotice() {
  const account = useAccount()
  const { send, sending, sent } = useSendVerification()
  if (!account || account.email_verified) return null
  const email = <span className="break-all">{account.email}</span>
  if (!account.can_verify_email) return <NoMailLine userId={account.id} />
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

const dismissedKey = 'no-mail-dismissed'

/** To operators of a server without mail, until it is dismissed in this browser. */
function NoMailLine({ userId }: { userId: number }) {
  const isOperator = useMayEnterOperatorArea(userId)
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey) !== null)
  if (!isOperator || isDismissed) return null
  const dismiss = () => {
    localStorage.setItem(dismissedKey, '1')
    setDismissed(true)
  }
  return (
    <p className="flex items-center gap-3 text-small text-ink-2">
      <span>
        This server sends no mail: invitations are passed on as links.{' '}
        <a href="/docs#mail" className="font-medium text-accent underline-offset-4 hover:underline">
          Set up mail
        </a>
      </span>
      <Button variant="ghost" size="icon" aria-label="Dismiss the note about mail" onClick={dismiss}>
        <X />
      </Button>
    </p>
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
      toast.success((await api.call(sendVerification, {})).message)
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
