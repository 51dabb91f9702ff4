import { changeEmail } from '@envhold/contract/email-change.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { showFormError } from '../../../connection/api/show-form-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { accountErrors } from '../account-errors.ts'
import { emailChangeQuery } from './email-change-query.ts'

/** Asks for another e-mail address, which is confirmed in its mailbox. */
export function ChangeEmailForm({ onAsked }: { onAsked: () => void }) {
  const { api, queries } = useConnection()
  const form = useForm<z.infer<typeof changeEmail.body>>({
    resolver: zodResolver(changeEmail.body),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await api.call(changeEmail, { body })
      toast.success(message)
      void queries.invalidateQueries(emailChangeQuery(api))
      onAsked()
    } catch (error) {
      showFormError(error, { names: ['email'], texts: accountErrors.changeEmail, setError: form.setError })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <Field
        label="New e-mail address"
        error={errors.email?.message}
        hint="We mail a link to it. Your present address is told, and can undo the change for 7 days."
      >
        <Input {...form.register('email')} type="email" autoComplete="email" autoFocus />
      </Field>
      <div>
        <Button type="submit" busy={isSubmitting}>
          Mail the link
        </Button>
      </div>
    </form>
  )
}
