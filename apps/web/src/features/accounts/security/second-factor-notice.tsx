import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useAccountSecurity } from './security-queries.ts'

const dayOf = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' })

/** Whether and from when the operator area requires a factor. */
function textOf(due: string | null) {
  if (due === null)
    return {
      title: 'Switch on a second factor',
      text: 'You can enter the operator area with this account. Add a passkey or an authenticator app, so that a stolen password is not enough.',
    }
  if (Date.parse(due) > Date.now())
    return {
      title: `From ${dayOf.format(new Date(due))}, the operator area opens only with a second factor`,
      text: 'Set one up before that: add a passkey or an authenticator app to your account.',
    }
  return {
    title: 'The operator area opens only with a second factor',
    text: 'Add a passkey or an authenticator app to your account, then open the operator area again.',
  }
}

/**
 * Operators can change other people's accounts, so they are asked to protect their own. `isElsewhere`: on another page
 * than the one where they do, to which it leads.
 */
export function SecondFactorNotice({
  isElsewhere = false,
  className,
}: {
  isElsewhere?: boolean
  className?: string
}) {
  const { data: security } = useAccountSecurity()
  if (!security?.needs_second_factor) return null
  const { title, text } = textOf(security.second_factor_due)
  return (
    <Banner
      tone="warn"
      title={title}
      {...(className && { className })}
      action={
        isElsewhere && (
          <Button asChild variant="secondary" size="sm">
            <a href="/account/security">Open Security</a>
          </Button>
        )
      }
    >
      {text}
    </Banner>
  )
}
