import { removeTotp, renewRecoveryCodes } from '@envhold/contract/accounts/second-factors.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { totpQuery } from './sign-in-queries.ts'

interface Props {
  onCodes: (codes: readonly string[]) => void
  onTurnedOff: () => void
}

/** New recovery codes, or no app any more. */
export function TotpManage({ onCodes, onTurnedOff }: Props) {
  const api = useApi()
  const { data } = useQuery(totpQuery(api))
  const [asked, setAsked] = useState<'codes' | 'off'>()
  const close = () => setAsked(undefined)

  const renew = async () => {
    onCodes((await api.call(renewRecoveryCodes, {})).recovery_codes)
  }
  const turnOff = async () => {
    await api.call(removeTotp, {})
    onTurnedOff()
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
      {asked === 'codes' && (
        <CallDialog
          tone="warning"
          title="Create new recovery codes?"
          description="The codes that you have now stop working. The new ones are shown once."
          confirmText="Create new codes"
          errors={{ fallback: 'No new codes were created' }}
          onClose={close}
          onConfirm={renew}
        />
      )}
      {asked === 'off' && (
        <CallDialog
          title="Turn off the authenticator app?"
          description="You will no longer need a code to sign in, and your recovery codes stop working. Anyone with your password can sign in."
          confirmText="Turn off"
          errors={{ fallback: 'The app is still on' }}
          onClose={close}
          onConfirm={turnOff}
        />
      )}
    </div>
  )
}
