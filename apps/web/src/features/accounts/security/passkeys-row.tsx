import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { SettingFormRow } from '../../../ui/setting-form-row.tsx'
import { hasPasskeys } from '../passkeys/has-passkeys.ts'
import { passkeysQuery } from './security-queries.ts'

const AddPasskeyForm = lazy(async () => ({
  default: (await import('../passkeys/add-passkey-form.tsx')).AddPasskeyForm,
}))
const PasskeyList = lazy(async () => ({
  default: (await import('../passkeys/passkey-list.tsx')).PasskeyList,
}))

/** Passkeys sign in without a password, and some open the vault. */
export function PasskeysRow() {
  const { data: passkeys } = useQuery(passkeysQuery(useApi()))
  const isOffered = hasPasskeys()
  return (
    <SettingFormRow
      id="passkeys"
      title="Passkeys"
      description={
        isOffered
          ? 'Sign in with your fingerprint, face or security key instead of the password.'
          : 'Passkeys work only at an https address with a host name, or in another browser.'
      }
      actionText="Add"
      actionLabel="Add passkey"
      disabled={!isOffered}
      below={passkeys && passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
    >
      {(close) => <AddPasskeyForm onClose={close} />}
    </SettingFormRow>
  )
}
