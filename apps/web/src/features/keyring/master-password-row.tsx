import { lazy } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { isUnlockCancelled } from '../../connection/vault/unlock-prompt.ts'
import { Button } from '../../ui/button.tsx'
import { SettingFormRow } from '../../ui/setting-form-row.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Time } from '../../ui/time.tsx'
import { securityQuery, useAccountSecurity } from '../accounts/security/security-query.ts'
import { RekeyProgress } from './rekey-progress.tsx'
import { useRekeying } from './use-rekeying.ts'

const ChangeMasterPassword = lazy(async () => ({
  default: (await import('./change-master-password.tsx')).ChangeMasterPassword,
}))

const id = 'master-password'
const title = 'Master password'
const what = 'Encrypts your values. Not stored on the server.'

/** Setting, changing and recovering the master password, on the account page. */
export function MasterPasswordRow() {
  const { data: security } = useAccountSecurity()
  const { rekeying, start, resume, dismiss } = useRekeying()
  if (security?.master_password === null)
    return <SettingRow id={id} title={title} description={what} action={<SetUp />} />
  const changedAt = security?.master_password?.changed_at ?? security?.master_password?.set_at
  return (
    <SettingFormRow
      id={id}
      title={title}
      description={
        <>
          {what}
          {changedAt && (
            <>
              {' '}
              {security?.master_password?.changed_at ? 'Changed' : 'Set'} <Time at={changedAt} date />.
            </>
          )}
        </>
      }
      actionText="Change"
      actionLabel="Change Master Password"
      disabled={!security}
      below={rekeying && <RekeyProgress rekeying={rekeying} onContinue={resume} onDone={dismiss} />}
    >
      {(close) => <ChangeMasterPassword onRekeying={start} onDone={close} />}
    </SettingFormRow>
  )
}

function SetUp() {
  const { api, queries, unlockPrompt } = useConnection()
  const setUp = async () => {
    try {
      await unlockPrompt.ask()
    } catch (error) {
      if (!isUnlockCancelled(error)) throw error
    } finally {
      await queries.invalidateQueries(securityQuery(api))
    }
  }
  return <Button onClick={() => void setUp()}>Set master password</Button>
}
