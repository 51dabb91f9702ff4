import type { SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import { finishProviderSignIn, startProviderSignIn } from '@envhold/contract/accounts/identity-provider.ts'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { providerDevice } from '../../../connection/session/session-store.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { accountErrors } from '../account-errors.ts'
import {
  prepareRequest,
  providerTimeoutMs,
  savePendingRedirect,
} from '../identity-provider/prepare-request.ts'
import {
  ProviderButton,
  useIdentityProvider,
  useProviderWindow,
} from '../identity-provider/provider-button.tsx'
import { type PendingSignIn, pendingSignInOf } from './pending-sign-in.ts'

interface ProviderSignInProps {
  /** The page holds nothing, so it leaves for the provider. Otherwise a window opens, and the page stays. */
  leavesPage: boolean
  onSignedIn: (signedIn: SignInAnswer) => void
  onPending: (pending: PendingSignIn) => void
  /** The secret of a mailed invitation, for an account that the sign-in creates. */
  invitation?: string | undefined
}

/** Signs in at the identity provider of this instance. Shows nothing without one. */
export function ProviderSignIn(props: ProviderSignInProps) {
  const provider = useIdentityProvider()
  if (!provider) return null
  return (
    <div className="grid gap-4">
      {!provider.only_way_in && (
        <p className="flex items-center gap-3 text-small text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          or
        </p>
      )}
      {props.leavesPage ? (
        <LeavingButton label={provider.label} />
      ) : (
        <WindowButton label={provider.label} {...props} />
      )}
    </div>
  )
}

const usePrepare = () => {
  const api = useApi()
  return (returnPath: '/dashboard' | '/invite') =>
    prepareRequest((browserHash) =>
      api.call(startProviderSignIn, { body: { browserHash, returnPath } }, { timeoutMs: providerTimeoutMs }),
    )
}

function LeavingButton({ label }: { label: string }) {
  const prepare = usePrepare()
  const [isWaiting, setWaiting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const ask = async () => {
    setWaiting(true)
    setError(null)
    try {
      const request = await prepare('/dashboard')
      savePendingRedirect({ ...request, next: new URLSearchParams(location.search).get('next') })
      location.assign(request.url)
    } catch (failure) {
      setError(errorText(failure, accountErrors.providerSignIn))
      setWaiting(false)
    }
  }
  return <ProviderButton label={label} ask={() => void ask()} isWaiting={isWaiting} error={error} />
}

function WindowButton({
  label,
  onSignedIn,
  onPending,
  invitation,
}: Omit<ProviderSignInProps, 'leavesPage'> & { label: string }) {
  const { api, deviceTokens } = useConnection()
  const prepare = usePrepare()
  const provider = useProviderWindow({
    prepare: () => prepare('/invite'),
    texts: accountErrors.providerSignIn,
    finish: async (callback) => {
      try {
        const deviceToken = deviceTokens.find(providerDevice)
        const body = {
          ...callback,
          ...(invitation !== undefined && { invitation }),
          ...(deviceToken !== undefined && { deviceToken }),
        }
        const signedIn = await api.call(finishProviderSignIn, { body }, { timeoutMs: providerTimeoutMs })
        deviceTokens.save([providerDevice], signedIn.deviceToken)
        onSignedIn(signedIn)
      } catch (error) {
        const pending = pendingSignInOf(error, providerDevice)
        if (!pending) throw error
        onPending(pending)
      }
    },
  })
  return <ProviderButton label={label} {...provider} />
}

interface Props extends ProviderSignInProps {
  /** For operators, who keep a password. Without it there is no way to the password form. */
  onUsePassword?: (() => void) | undefined
}

/** The form of an instance whose identity provider is the only way in. */
export const OnlyProvider = ({ onUsePassword, ...props }: Props) => (
  <div className="grid gap-4">
    <ProviderSignIn {...props} />
    {onUsePassword && (
      <p className="text-center text-small text-ink-2">
        Do you operate this server?{' '}
        <Button variant="link" size="sm" onClick={onUsePassword}>
          Sign in with a password
        </Button>
      </p>
    )}
  </div>
)
