import { useState } from 'react'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CreateTokenForm } from './create-token-form.tsx'
import { ShownToken } from './shown-token.tsx'

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
