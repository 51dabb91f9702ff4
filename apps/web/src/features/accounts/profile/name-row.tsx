import { lazy } from 'react'
import { useSessionState } from '../../../connection/session/use-session-state.ts'
import { SettingFormRow } from '../../../ui/layout/setting-form-row.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { displayName } from '../display-name.ts'

const ProfileForm = lazy(async () => ({ default: (await import('./profile-form.tsx')).ProfileForm }))

/** Username and name. */
export function NameRow() {
  const state = useSessionState()
  const account = state.status === 'ready' ? state.account : null
  const name = account && displayName(account)
  return (
    <SettingFormRow
      id="name"
      title="Name"
      description={
        account ? (
          <>
            <span className="break-words">
              {name === account.username ? name : `${name} · ${account.username}`}
            </span>
            {' · '}member since <Time at={account.created_at} date />
          </>
        ) : state.status === 'degraded' ? (
          'It shows here once the server answers again.'
        ) : (
          ' '
        )
      }
      actionText="Change"
      actionLabel="Change name"
      disabled={!account}
    >
      {(close) => account && <ProfileForm key={account.id} account={account} onSaved={close} />}
    </SettingFormRow>
  )
}
