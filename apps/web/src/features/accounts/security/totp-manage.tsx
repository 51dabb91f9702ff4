import { renewRecoveryCodes } from '@envhold/contract/recovery-codes.ts'
import { removeTotp } from '@envhold/contract/totp.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Time } from '../../../ui/time.tsx'
import { totpQuery } from './totp-query.ts'

interface Props {
  onCodes: (codes: readonly string[]) => void
  onTurnedOff: () => void
}

/** New recovery codes, or no app any more. */
export function TotpManage({ onCodes, onTurnedOff }: Props) {
  const api = useApi()
  const { data } = useQuery(totpQuery(api))
  const [asked, setAsked] = useState<'codes' | 'off'>()
  const ask = (what: 'codes' | 'off') => (open: boolean) => setAsked(open ? what : undefined)

  const renew = async () => {
    try {
      onCodes((await api.call(renewRecoveryCodes, {})).recovery_codes)
    } catch (error) {
      notifyError(error, { fallback: 'No new codes were created' })
      throw error
    }
  }
  const turnOff = async () => {
    try {
      await api.call(removeTotp, {})
      onTurnedOff()
    } catch (error) {
      notifyError(error, { fallback: 'The app is still on' })
      throw error
    }
  }
  return (
    <div className="grid gap-4">
      {data?.totp && (
        <p className="text-ink-2">
          On since <Time at={data.totp.confirmed_at} date />.
          {data.totp.last_used_at && (
            <>
              {' '}
              Last used <Time at={data.totp.last_used_at} />.
            </>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setAsked('codes')} autoFocus>
          Create new recovery codes
        </Button>
        <Button variant="secondary" onClick={() => setAsked('off')}>
          Turn off
        </Button>
      </div>
      <ConfirmDialog
        open={asked === 'codes'}
        onOpenChange={ask('codes')}
        tone="warning"
        title="Create new recovery codes?"
        description="The codes that you have now stop working. The new ones are shown once."
        confirmText="Create new codes"
        onConfirm={renew}
      />
      <ConfirmDialog
        open={asked === 'off'}
        onOpenChange={ask('off')}
        title="Turn off the authenticator app?"
        description="Signing in then needs no code, and your recovery codes stop working. Anyone with your password can sign in."
        confirmText="Turn off"
        onConfirm={turnOff}
      />
    </div>
  )
}
