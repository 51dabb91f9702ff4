import type { SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import { signInWithRecoveryCode, signInWithTotp } from '@envhold/contract/accounts/second-factors.ts'
import { Suspense, useState } from 'react'
import { recoveryCodeUse } from '../../../connection/session/recovery-code-use.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { CodeForm, type CodeMethod } from '../second-factor/code-form.tsx'
import { isExpiredTicket, type PendingSignIn } from './pending-sign-in.ts'

const PasskeySecondFactor = lazyPart(() => import('./passkey-second-factor.tsx'), 'PasskeySecondFactor')

interface Props {
  pending: PendingSignIn
  onSignedIn: (signedIn: SignInAnswer) => void
  onBack: () => void
}

type Method = 'passkey' | CodeMethod

/** The quickest first. */
const choices: readonly (readonly [Method, string])[] = [
  ['passkey', 'Use a passkey'],
  ['totp', 'Use your authenticator app'],
  ['recovery-code', 'Use a recovery code'],
]

/** Asks for the second factor of a sign-in. */
export function SecondFactorForm({ pending, onSignedIn, onBack }: Props) {
  const { api, deviceTokens } = useConnection()
  const { name, ticket } = pending
  const offered = choices.filter(([method]) => pending.methods.includes(method))
  const [method, setMethod] = useState<Method>(offered[0]?.[0] ?? 'totp')
  const [isExpired, setExpired] = useState(false)

  const send = async (code: string) => {
    const deviceToken = deviceTokens.find(name)
    const input = { body: { ticket, code, ...(deviceToken !== undefined && { deviceToken }) } }
    try {
      const isTotp = method === 'totp'
      const signedIn = await api.call(isTotp ? signInWithTotp : signInWithRecoveryCode, input)
      if (isTotp) recoveryCodeUse.forget()
      else recoveryCodeUse.save()
      onSignedIn(signedIn)
    } catch (error) {
      if (!isExpiredTicket(error)) throw error
      setExpired(true)
    }
  }
  if (isExpired)
    return (
      <div className="grid gap-4">
        <Banner tone="warn" title="This sign-in has expired">
          You have five minutes and five attempts to enter the second factor. Sign in again.
        </Banner>
        <Button onClick={onBack} autoFocus>
          Sign in again
        </Button>
      </div>
    )
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        The first step is done. This account also needs a second factor, which only you have.
      </p>
      {method === 'passkey' ? (
        <Suspense fallback={<Skeleton className="h-9" />}>
          <PasskeySecondFactor {...{ pending, onSignedIn }} onExpired={() => setExpired(true)} />
        </Suspense>
      ) : (
        <CodeForm key={method} method={method} submitText="Sign in" send={send} />
      )}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2">
        {offered
          .filter(([each]) => each !== method)
          .map(([each, text]) => (
            <Button key={each} variant="link" onClick={() => setMethod(each)}>
              {text}
            </Button>
          ))}
        <Button variant="link" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}
