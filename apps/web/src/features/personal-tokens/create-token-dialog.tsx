import { useState } from 'react'
import { toast } from 'sonner'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { copyFailed } from '../../ui/feedback/copy-failed.ts'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { CreateTokenForm } from './create-token-form.tsx'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The form, then the token, shown once. */
export function CreateTokenDialog({ open, onOpenChange }: Props) {
  const [token, setToken] = useState<string | null>(null)
  const [isDirty, setDirty] = useState(false)
  const ask = useUnsaved(isDirty)
  const close = () => {
    setToken(null)
    onOpenChange(false)
  }
  // Also if the form was closed in the meantime, since the token is shown only once.
  const show = (made: string) => {
    setToken(made)
    onOpenChange(true)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : ask(close))}
      firm={token !== null}
      title={token ? 'Personal access token created' : 'Create personal access token'}
      description={
        token
          ? undefined
          : 'It acts for you within these permissions, on every project you can open. You see it once, when it is created.'
      }
    >
      {token ? (
        <ShownToken token={token} onDone={close} />
      ) : (
        <CreateTokenForm onCreated={show} onCancel={() => ask(close)} onDirty={setDirty} />
      )}
    </Dialog>
  )
}

function ShownToken({ token, onDone }: { token: string; onDone: () => void }) {
  useUnsaved(true, 'shown')
  return (
    <div className="grid gap-5">
      <Banner tone="warn">Copy it now: this token is shown only once and cannot be shown again.</Banner>
      <CodeBlock
        code={token}
        label="Copy token"
        onCopied={() => toast.success('Token copied to clipboard!')}
        onFailed={copyFailed('Failed to copy token')}
      />
      <DialogActions>
        <Button onClick={onDone}>I have saved it</Button>
      </DialogActions>
    </div>
  )
}
