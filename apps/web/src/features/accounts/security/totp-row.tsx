import { lazy } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { SettingFormRow } from '../../../ui/setting-form-row.tsx'
import { useAccountSecurity } from './security-queries.ts'

const TotpForm = lazy(async () => ({ default: (await import('./totp-form.tsx')).TotpForm }))

/** At this number, the row asks for new codes. */
const warnAt = 3

/** The authenticator app, with its recovery codes. */
export function TotpRow() {
  const { data: security } = useAccountSecurity()
  const isOn = security?.totp === true
  const left = security?.recovery_codes ?? 0
  const isLow = isOn && left <= warnAt
  return (
    <SettingFormRow
      id="authenticator-app"
      title="Authenticator app"
      badge={isOn && (isLow ? <Badge tone="warn">Few recovery codes</Badge> : <Badge tone="good">On</Badge>)}
      description={
        isOn
          ? `Signing in needs a code of the app. ${left} of 10 recovery codes ${left === 1 ? 'is' : 'are'} left.${isLow ? ' Create new ones.' : ''}`
          : 'Asks for a code of an app on your phone after the password. Turns on two-step sign-in.'
      }
      actionText={isOn ? 'Manage' : 'Set up'}
      actionLabel={isOn ? 'Manage authenticator app' : 'Set up authenticator app'}
      disabled={!security}
    >
      {(close) => <TotpForm isOn={isOn} onDone={close} />}
    </SettingFormRow>
  )
}
