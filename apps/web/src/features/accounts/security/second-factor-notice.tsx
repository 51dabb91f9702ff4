import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useAccountSecurity } from './security-query.ts'

/**
 * Operators can change other people's accounts, so they are asked to protect their own. `isElsewhere`: on another page
 * than the one where they do, to which it leads.
 */
export function SecondFactorNotice({ isElsewhere = false }: { isElsewhere?: boolean }) {
  const { data: security } = useAccountSecurity()
  if (!security?.needs_second_factor) return null
  return (
    <Banner
      tone="warn"
      title="Switch on a second factor"
      action={
        isElsewhere && (
          <Button asChild variant="secondary" size="sm">
            <a href="/account#security">Open Security</a>
          </Button>
        )
      }
    >
      You can enter the operator area with this account. Add a passkey or an authenticator app, so that a
      stolen password is not enough.
    </Banner>
  )
}
