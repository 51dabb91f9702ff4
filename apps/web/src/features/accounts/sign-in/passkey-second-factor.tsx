import type { SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import {
  completeWithPasskey,
  startPasskeySecondFactor,
} from '@envhold/contract/accounts/passkey-authentication.ts'
import { useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { askPasskey } from '../passkeys/ask-passkey.ts'
import { passkeyProblem } from '../passkeys/passkey-problem.ts'
import { isExpiredTicket, type PendingSignIn } from './pending-sign-in.ts'

interface Props {
  pending: PendingSignIn
  onSignedIn: (signedIn: SignInAnswer) => void
  onExpired: () => void
}

/** Completes a sign-in with a passkey of the account. */
export function PasskeySecondFactor({ pending: { name, ticket }, onSignedIn, onExpired }: Props) {
  const { api, deviceTokens } = useConnection()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const complete = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { options } = await api.call(startPasskeySecondFactor, { body: { ticket } })
      const response = await askPasskey(options)
      const deviceToken = deviceTokens.find(name)
      const body = { ticket, response, ...(deviceToken !== undefined && { deviceToken }) }
      onSignedIn(await api.call(completeWithPasskey, { body }))
    } catch (error) {
      if (isExpiredTicket(error)) return onExpired()
      setProblem(passkeyProblem(error, 'go back'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-4">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button onClick={() => void complete()} busy={busy} autoFocus className="w-full">
        Continue with a passkey
      </Button>
    </div>
  )
}
