import { confirmRecoveryKey } from '@envhold/contract/account-security.ts'
import { Download, Printer } from 'lucide-react'
import { createPortal } from 'react-dom'
import { toast } from 'sonner'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { PrintedSheet } from './printed-sheet.tsx'
import { RecoveryCheck } from './recovery-check.tsx'
import { groupsOf, sheetText } from './recovery-key.ts'

const fileName = (username: string) => `envhold-recovery-${username.replace(/[^A-Za-z0-9._-]/g, '_')}.txt`

/** Shows the recovery key once, to print or save it. One group of it, typed, closes the sheet. */
export function RecoverySheet({
  recoveryKey,
  onConfirmed,
}: {
  recoveryKey: string
  onConfirmed: () => void
}) {
  const { api } = useConnection()
  const confirm = () => {
    // Only the account page shows it: a failure costs nothing.
    void api.call(confirmRecoveryKey, {}).catch(() => {})
    toast.success('Recovery key confirmed')
    onConfirmed()
  }
  // It is shown nowhere else and never again.
  useUnsaved(true, 'shown')
  const username = useSession()?.username ?? ''
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date())
  const text = sheetText(recoveryKey, { username, origin: window.location.origin, date })
  return (
    <div className="grid gap-5">
      <Banner tone="warn">
        This key is shown only once. Without it and without your master password nobody can open your values,
        not even the operator of this server.
      </Banner>
      <ol className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border bg-sunken px-4 py-3 font-mono sm:grid-cols-3">
        {groupsOf(recoveryKey).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells groups apart.
          <li key={index} className="flex gap-3">
            <span className="w-5 text-right text-ink-3">{index + 1}</span>
            <span className="font-medium tracking-wide">{group}</span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer />
          Print
        </Button>
        <Button variant="secondary" onClick={() => saveFile(fileName(username), text)}>
          <Download />
          Download
        </Button>
        <CopyButton labelled text={recoveryKey} />
      </div>
      <RecoveryCheck recoveryKey={recoveryKey} onConfirmed={confirm} />
      {createPortal(
        <PrintedSheet recoveryKey={recoveryKey} username={username} date={date} />,
        document.body,
      )}
    </div>
  )
}
