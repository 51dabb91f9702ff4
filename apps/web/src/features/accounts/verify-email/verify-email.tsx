import type { ReactNode } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { accountErrors } from '../account-errors.ts'
import { isInvalidLink, useVerificationLink } from './use-verification-link.ts'
import { VerifyConfirm } from './verify-confirm.tsx'
import { VerifyIdentity } from './verify-identity.tsx'
import { VerifyNoLink } from './verify-no-link.tsx'

interface Props {
  /** The secret of the link; null if it has none. */
  token: string | null
  onSwitchAccount: () => void
  /** Links to continue. */
  nextStep: ReactNode
}

/** Confirms an e-mail address with what was mailed to it, for the account that the link belongs to. */
export function VerifyEmail({ token, ...props }: Props) {
  return token === null ? (
    <VerifyNoLink isInvalid={false} nextStep={props.nextStep} />
  ) : (
    <WithLink token={token} {...props} />
  )
}

function WithLink({ token, onSwitchAccount, nextStep }: Props & { token: string }) {
  const { linked, error, isFetching, refetch } = useVerificationLink(token)
  if (linked)
    return (
      <VerifyIdentity linked={linked} onSwitchAccount={onSwitchAccount}>
        <VerifyConfirm token={token} linked={linked} nextStep={nextStep} />
      </VerifyIdentity>
    )
  if (isInvalidLink(error)) return <VerifyNoLink isInvalid nextStep={nextStep} />
  return (
    <>
      <h1 className="sr-only">Verify your e-mail address</h1>
      {error ? (
        <ErrorState title={errorText(error, accountErrors.verifyEmail)} onRetry={refetch} busy={isFetching} />
      ) : (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner size="sm" className="text-accent" />
          Checking the link…
        </p>
      )}
    </>
  )
}
