import type { SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import {
  completeWithPasskey,
  startPasskeySecondFactor,
} from '@envhold/contract/accounts/passkey-authentication.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useAction } from '../../../ui/use-action.ts'
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
  const complete = async () => {
    const { options } = await api.call(startPasskeySecondFactor, { body: { ticket } })
    const response = await askPasskey(options)
    const deviceToken = deviceTokens.find(name)
    const body = { ticket, response, ...(deviceToken !== undefined && { deviceToken }) }
    onSignedIn(await api.call(completeWithPasskey, { body }))
  }
  const { run, isBusy, problem } = useAction(complete, (error) =>
    isExpiredTicket(error) ? void onExpired() : passkeyProblem(error, 'go back'),
  )
  return (
    <div className="grid gap-4">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <Button onClick={run} busy={isBusy} autoFocus className="w-full">
        Continue with a passkey
      </Button>
    </div>
  )
}
