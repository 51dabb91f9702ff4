import { lazy } from 'react'
import { SettingFormRow } from '../../../ui/setting-form-row.tsx'
import { Time } from '../../../ui/time.tsx'
import { useAccountSecurity } from './security-queries.ts'

const ChangePasswordForm = lazy(async () => ({
  default: (await import('./change-password-form.tsx')).ChangePasswordForm,
}))

/** The password that signs in. */
export function PasswordRow() {
  const { data: security } = useAccountSecurity()
  const changedAt = security?.password?.changed_at
  const hasNone = security?.password === null
  return (
    <SettingFormRow
      id="password"
      title="Password"
      description={
        hasNone ? (
          'This account has no password. You sign in another way.'
        ) : (
          <>
            {changedAt ? (
              <>
                Changed <Time at={changedAt} date />.{' '}
              </>
            ) : (
              'Signs you in. '
            )}
            Changing it signs you out everywhere else.
          </>
        )
      }
      actionText="Change"
      actionLabel="Change password"
      disabled={hasNone}
    >
      {(close) => <ChangePasswordForm onChanged={close} />}
    </SettingFormRow>
  )
}
