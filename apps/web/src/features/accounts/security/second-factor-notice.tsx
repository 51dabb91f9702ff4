import { Banner } from '../../../ui/banner.tsx'
import { useAccountSecurity } from './security-query.ts'

/** Operators can change other people's accounts, so they are asked to protect their own. */
export function SecondFactorNotice() {
  const { data: security } = useAccountSecurity()
  if (!security?.needs_second_factor) return null
  return (
    <Banner tone="warn" title="Switch on a second factor">
      You can enter the operator area with this account. Add a passkey or an authenticator app, so that a
      stolen password is not enough.
    </Banner>
  )
}
