import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { recoveryCodeUse } from '../../../connection/session/recovery-code-use.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { useAccountSecurity } from './security-queries.ts'

/** After signing in with a recovery code: how many are left, and the way to set up another phone. */
export function RecoveryCodeNotice() {
  const [isShown, setShown] = useState(true)
  const { data: security } = useAccountSecurity()
  if (!isShown || security?.totp === false) return null
  const left = security?.recovery_codes
  const dismiss = () => {
    recoveryCodeUse.forget()
    setShown(false)
  }
  return (
    <Banner
      tone="warn"
      className="mx-auto w-full max-w-content rounded-none"
      title={left === undefined ? 'Recovery code used' : `${formatCount(left, 'recovery code')} left`}
      action={
        <>
          <Button asChild variant="secondary" size="sm">
            <Link to="/account/security" hash="authenticator-app" onClick={dismiss}>
              Set up a new phone
            </Link>
          </Button>
          <Button variant="ghost" size="sm" onClick={dismiss}>
            I have my phone
          </Button>
        </>
      }
    >
      You signed in with a recovery code. If your phone is lost, set up another one and create new codes.
    </Banner>
  )
}
