import { emptyVaultPhrase, startEmptyVault } from '@envhold/contract/delayed-changes.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { z } from 'zod'
import { showFormError } from '../../../connection/api/show-form-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { accountErrors } from '../account-errors.ts'
import { delayedChangesQuery } from './delayed-changes-query.ts'

const schema = z.object({
  confirmation: z.string().refine((typed) => typed.trim().toLowerCase() === emptyVaultPhrase, {
    message: `Type "${emptyVaultPhrase}" to confirm`,
  }),
})

/** Says what is lost, and asks for a phrase. */
export function EmptyVaultForm({ onStarted }: { onStarted: () => void }) {
  const { api, queries } = useConnection()
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { confirmation: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async () => {
    try {
      await api.call(startEmptyVault, { body: { confirmation: emptyVaultPhrase } })
      toast.success('Your vault will be emptied in 72 hours. You can stop it until then.')
      void queries.invalidateQueries(delayedChangesQuery(api))
      onStarted()
    } catch (error) {
      showFormError(error, {
        names: ['confirmation'],
        texts: accountErrors.delayedChange,
        setError: form.setError,
      })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid max-w-lg gap-4">
      <Banner tone="warn" title="What you lose">
        Environments that only you can open are deleted with their variables and versions. Projects and
        collaborators stay. Environments that others can open come back when one of them gives you the keys.
        API keys and tokens that can open nothing any more are revoked.
      </Banner>
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <Field label={`Type “${emptyVaultPhrase}” to confirm`} error={errors.confirmation?.message}>
        <Input {...form.register('confirmation')} autoComplete="off" autoFocus />
      </Field>
      <div>
        <Button type="submit" variant="danger" busy={isSubmitting}>
          Empty my vault in 72 hours
        </Button>
      </div>
    </form>
  )
}
