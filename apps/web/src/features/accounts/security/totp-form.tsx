import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useConnection, useSession } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { SaveButtons } from '../../../ui/text/copy-button.tsx'
import { refetchSecurity } from './security-queries.ts'
import { TotpManage, TotpSetUp } from './totp-steps.tsx'

/** Sets an app up, or manages the one that is on. New recovery codes show until they are acknowledged. */
export function TotpForm({ isOn, onDone }: { isOn: boolean; onDone: () => void }) {
  const { queries } = useConnection()
  // What was begun goes on when the account's state is read again meanwhile.
  const [wasOn] = useState(isOn)
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = () => {
    void refetchSecurity(queries)
    onDone()
  }
  if (codes) return <RecoveryCodesDialog codes={codes} onAcknowledged={finish} />
  return wasOn ? <TotpManage onCodes={setCodes} onTurnedOff={finish} /> : <TotpSetUp onCodes={setCodes} />
}

interface Props {
  codes: readonly string[]
  onAcknowledged: () => void
}

/** Shows recovery codes once. The dialog closes when the user says that they are saved. */
function RecoveryCodesDialog({ codes, onAcknowledged }: Props) {
  const [isSaved, setSaved] = useState(false)
  // They are shown nowhere else and never again.
  useUnsaved(true, 'shown')
  const username = useSession()?.username ?? ''
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date())
  const head = `Envhold recovery codes of ${username} at ${window.location.origin}, made on ${date}`
  const text = `${head}\nEach code works once, in place of a code of your authenticator app.\n\n${codes.join('\n')}\n`
  return (
    <Dialog
      open
      firm
      onOpenChange={() => {}}
      title="Save your recovery codes"
      description="If you lose your authenticator app, one of them signs you in. Each works once."
    >
      <Banner tone="warn">They are shown only once. Save them before you continue.</Banner>
      <ol className="grid gap-x-6 gap-y-1.5 rounded-md border bg-sunken px-4 py-3 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="tracking-wide">
            {code}
          </li>
        ))}
      </ol>
      <SaveButtons
        secret={codes.join('\n')}
        fileName={`envhold-recovery-codes-${username}.txt`}
        text={text}
      />
      <Checkbox
        label="I have saved these codes"
        checked={isSaved}
        onChange={(event) => setSaved(event.target.checked)}
      />
      <DialogActions>
        <Button disabled={!isSaved} onClick={onAcknowledged}>
          Done
        </Button>
      </DialogActions>
      {createPortal(
        <div data-print-sheet className="hidden gap-8 p-10 text-ink print:grid">
          <h1 className="text-display font-semibold">Envhold recovery codes</h1>
          <p>{head}. Each code works once, in place of a code of your authenticator app.</p>
          <ol className="grid grid-cols-2 gap-4 border-y-2 py-6 font-mono text-title">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </div>,
        document.body,
      )}
    </Dialog>
  )
}
