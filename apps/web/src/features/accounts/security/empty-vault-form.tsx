import { emptyVaultPhrase, startEmptyVault } from '@envhold/contract/accounts/account-security.ts'
import { z } from 'zod'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { accountErrors } from '../account-errors.ts'
import { delayedChangesQuery } from './delayed-changes-query.ts'

const emptyVaultForm = z.object({
  confirmation: z.string().refine((typed) => typed.trim().toLowerCase() === emptyVaultPhrase, {
    message: `Type "${emptyVaultPhrase}" to confirm`,
  }),
})

/** Says what is lost, and asks for a phrase. */
export function EmptyVaultForm({ onStarted }: { onStarted: () => void }) {
  const { api, queries } = useConnection()
  const form = useActionForm({
    schema: emptyVaultForm,
    initial: { confirmation: '' },
    errors: accountErrors.delayedChange,
    onSubmit: async () => {
      await api.call(startEmptyVault, { body: { confirmation: emptyVaultPhrase } })
      void queries.invalidateQueries(delayedChangesQuery(api))
      onStarted()
    },
  })
  return (
    <ActionForm
      form={form}
      submitText="Empty my vault in 72 hours"
      tone="danger"
      className="grid max-w-lg gap-4"
    >
      <Banner tone="warn" title="What you lose">
        Environments that only you can open are deleted with their variables and versions. Projects and
        collaborators stay. Environments that others can open come back when one of them gives you the keys.
        API keys and tokens that can no longer open anything are revoked.
      </Banner>
      <TextField
        {...form.field('confirmation')}
        label={`Type “${emptyVaultPhrase}” to confirm`}
        autoComplete="off"
        autoFocus
      />
    </ActionForm>
  )
}
