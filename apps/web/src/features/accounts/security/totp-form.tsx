import { useState } from 'react'
import { toast } from 'sonner'
import { useConnection } from '../../../connection/use-connection.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { securityQuery } from './security-query.ts'
import { TotpManage } from './totp-manage.tsx'
import { totpQuery } from './totp-query.ts'
import { TotpSetUp } from './totp-set-up.tsx'

/** Sets an app up, or manages the one that is on. New recovery codes show until they are acknowledged. */
export function TotpForm({ isOn, onDone }: { isOn: boolean; onDone: () => void }) {
  const { api, queries } = useConnection()
  // What was begun goes on when the account's state is read again meanwhile.
  const [wasOn] = useState(isOn)
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = (message: string) => {
    toast.success(message)
    void queries.invalidateQueries(securityQuery(api))
    void queries.invalidateQueries(totpQuery(api))
    onDone()
  }
  if (codes)
    return (
      <RecoveryCodesDialog
        codes={codes}
        onAcknowledged={() =>
          finish(wasOn ? 'Your new recovery codes are in force' : 'Your authenticator app is on')
        }
      />
    )
  return wasOn ? (
    <TotpManage onCodes={setCodes} onTurnedOff={() => finish('The authenticator app is off')} />
  ) : (
    <TotpSetUp onCodes={setCodes} />
  )
}
