import { deletePasskey, type PasskeyInfo, renamePasskey } from '@envhold/contract/accounts/passkeys.ts'
import { useState } from 'react'
import { z } from 'zod'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { refetchSecurity } from '../security/security-queries.ts'
import { passkeysQuery } from '../security/sign-in-queries.ts'
import { UnlockSetUpForm } from './add-passkey-form.tsx'

export function PasskeyList({ passkeys }: { passkeys: readonly PasskeyInfo[] }) {
  const { api, queries } = useConnection()
  const [removing, setRemoving] = useState<PasskeyInfo | null>(null)
  const remove = async ({ id }: PasskeyInfo) => {
    try {
      await api.call(deletePasskey, { params: { id } })
    } finally {
      await refetchSecurity(queries)
    }
  }
  return (
    <>
      <ul className="divide-y">
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
        ))}
      </ul>
      {removing && (
        <CallDialog
          title="Remove passkey"
          description={`${removing.name} can no longer sign in${removing.opens_vault ? ', and no longer opens your vault' : ''}. Delete it from your device or password manager as well.`}
          confirmText="Remove passkey"
          errors={{ fallback: 'Failed to remove the passkey' }}
          onClose={() => setRemoving(null)}
          onConfirm={() => remove(removing)}
        />
      )}
    </>
  )
}

function PasskeyItem({ passkey, onRemove }: { passkey: PasskeyInfo; onRemove: () => void }) {
  const { name, synced, usable, opens_vault, can_open_vault, created_at, last_used_at } = passkey
  const [open, setOpen] = useState<'rename' | 'unlock' | null>(null)
  const close = () => setOpen(null)
  const canSetUp = usable && can_open_vault && !opens_vault
  return (
    <li className="grid gap-3 py-3">
      <div>
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name}
          {opens_vault && <Badge tone="accent">Opens your vault</Badge>}
          {!usable && <Badge>Made for another address</Badge>}
        </p>
        <p className="text-small text-ink-2">
          {synced ? 'Synced' : 'This device only'}
          {' · '}added <Time at={created_at} date />
          {' · '}
          {last_used_at ? (
            <>
              used <Time at={last_used_at} />
            </>
          ) : (
            'never used'
          )}
        </p>
        <div className="mt-1 flex flex-wrap gap-x-4">
          <Button variant="link" aria-label={`Rename ${name}`} onClick={() => setOpen('rename')}>
            Rename
          </Button>
          {canSetUp && (
            <Button
              variant="link"
              aria-label={`Open the vault with ${name}`}
              onClick={() => setOpen('unlock')}
            >
              Open the vault with it
            </Button>
          )}
          <Button variant="link" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      </div>
      {open === 'rename' && <RenameForm passkey={passkey} onClose={close} />}
      {open === 'unlock' && <UnlockSetUpForm passkey={passkey} onClose={close} />}
    </li>
  )
}

const renameSchema = renamePasskey.body.extend({
  name: z.string().refine((name) => name.trim() !== '', 'Enter a name'),
})

function RenameForm({ passkey: { id, name }, onClose }: { passkey: PasskeyInfo; onClose: () => void }) {
  const { api, queries } = useConnection()
  const form = useActionForm({
    schema: renameSchema,
    initial: { name },
    errors: { fallback: 'Failed to rename the passkey' },
    onSubmit: async (body) => {
      await api.call(renamePasskey, { params: { id }, body })
      await queries.invalidateQueries(passkeysQuery(api))
      onClose()
    },
  })
  const cancel = (
    <Button variant="ghost" onClick={onClose}>
      Cancel
    </Button>
  )
  return (
    <ActionForm form={form} submitText="Rename" beside={cancel} className="grid max-w-sm gap-4">
      <TextField {...form.field('name')} label="Name of the passkey" maxLength={255} autoFocus />
    </ActionForm>
  )
}
