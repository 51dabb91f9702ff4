import { changeEmail } from '@envhold/contract/accounts/mailed-links.ts'
import { toast } from 'sonner'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { accountErrors } from '../account-errors.ts'
import { emailChangeQuery } from './sign-in-queries.ts'

/** Asks for another e-mail address, which is confirmed in its mailbox. */
export function ChangeEmailForm({ onAsked }: { onAsked: () => void }) {
  const { api, queries } = useConnection()
  const form = useActionForm({
    schema: changeEmail.body,
    initial: { email: '' },
    errors: accountErrors.changeEmail,
    onSubmit: async (body) => {
      const { message } = await api.call(changeEmail, { body })
      toast.success(message)
      void queries.invalidateQueries(emailChangeQuery(api))
      onAsked()
    },
  })
  return (
    <ActionForm form={form} submitText="Mail the link" className="grid max-w-sm gap-4">
      <TextField
        {...form.field('email')}
        label="New e-mail address"
        hint="We will e-mail a link to the new address. Your current address is notified and can undo the change for 7 days."
        type="email"
        autoComplete="email"
        autoFocus
      />
    </ActionForm>
  )
}
