import { Suspense, useState } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { idleChoices } from '../../connection/vault/auto-lock.ts'
import { Button } from '../../ui/button.tsx'
import { useStore } from '../../ui/create-store.ts'
import { Select } from '../../ui/forms/select.tsx'
import { SettingRow } from '../../ui/layout/setting-row.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Badge } from '../../ui/text/badge.tsx'
import { Time } from '../../ui/text/time.tsx'
import { useAccountSecurity } from '../accounts/security/security-queries.ts'

const RenewDialog = lazyPart(() => import('./renew-dialog.tsx'), 'RenewDialog')

/** Replaces a recovery key that was lost or seen by somebody else. */
export function RecoveryKeyRow() {
  const { data: security } = useAccountSecurity()
  const [open, setOpen] = useState(false)
  const key = security?.master_password
  const checkedAt = key?.recovery_key_checked_at
  return (
    <SettingRow
      id="recovery-key"
      title="Recovery key"
      badge={key && (checkedAt ? <Badge tone="good">Ready</Badge> : <Badge tone="warn">Not checked</Badge>)}
      description={
        key === null ? (
          'You get one when you set your master password.'
        ) : (
          <>
            Opens the vault when the master password is forgotten.{' '}
            {key && (
              <>
                Made <Time at={key.recovery_key_made_at} date />
                {checkedAt ? (
                  <>
                    , sheet checked <Time at={checkedAt} date />.
                  </>
                ) : (
                  '.'
                )}
              </>
            )}
          </>
        )
      }
      action={
        <>
          <Button variant="secondary" disabled={!key} onClick={() => setOpen(true)}>
            Make a new one
          </Button>
          <Suspense>{open && <RenewDialog onClose={() => setOpen(false)} />}</Suspense>
        </>
      }
    />
  )
}

const words = (minutes: number) => (minutes === 60 ? '1 hour' : `${minutes} minutes`)

/** After how long without input the vault locks in this browser. */
export function AutoLockRow() {
  const { autoLock } = useConnection()
  const minutes = useStore(autoLock.minutes)
  return (
    <SettingRow
      title="Lock automatically"
      description={
        minutes === null
          ? 'Only when the browser closes or you lock it.'
          : `After ${words(minutes)} without input, and when the browser closes.`
      }
      action={
        <Select
          aria-label="Lock automatically"
          value={String(minutes)}
          className="w-36"
          onChange={({ target }) =>
            autoLock.choose(idleChoices.find((choice) => String(choice) === target.value) ?? null)
          }
        >
          {idleChoices.map((choice) => (
            <option key={choice} value={String(choice)}>
              {words(choice)}
            </option>
          ))}
          <option value="null">Never</option>
        </Select>
      }
    />
  )
}
