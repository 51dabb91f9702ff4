import { createLazyRoute } from '@tanstack/react-router'
import { useConnection } from '../../../connection/use-connection.ts'
import { SessionExpiredDialog } from '../../../features/accounts/sign-in/session-expired-dialog.tsx'
import { VerifyEmail } from '../../../features/accounts/verify-email/verify-email.tsx'
import { FullPage } from '../../shell/full-page.tsx'
import { useEndSession } from '../../shell/use-logout.ts'
import { NextStep, useLinkToken } from './link-token.tsx'

/** The page of the mailed verification link. */
function VerifyEmailPage() {
  const { forget } = useConnection()
  const endSession = useEndSession()
  const token = useLinkToken('/verify-email')
  return (
    <FullPage>
      <title>Verify your e-mail address · Envhold</title>
      <VerifyEmail key={token} token={token} onSwitchAccount={endSession} nextStep={<NextStep />} />
      <SessionExpiredDialog onCancel={forget} />
    </FullPage>
  )
}

export const route = createLazyRoute('/verify-email')({ component: VerifyEmailPage })
