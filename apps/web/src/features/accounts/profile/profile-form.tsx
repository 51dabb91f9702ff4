import { updateProfile } from '@envhold/contract/accounts/account-settings.ts'
import { type Account, readSession } from '@envhold/contract/accounts/accounts.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { z } from 'zod'
import { ActionForm, useActionForm } from '../../../connection/action-form.tsx'
import { useUpdateAccount } from '../../../connection/session/update-account.ts'
import { changedFields, undoOf } from '../../../connection/undo-edit.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { accountErrors } from '../account-errors.ts'

const fieldsOf = ({ username, firstName, lastName }: Account) => ({ username, firstName, lastName })

const valuesOf = ({ username, firstName, lastName }: Account) => ({
  username,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
})

export function ProfileForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const api = useApi()
  const updateAccount = useUpdateAccount()
  const send = async (body: InputOf<typeof updateProfile>['body'] & object) => {
    const { user } = await api.call(updateProfile, { body })
    updateAccount(user)
    return user
  }
  const undo = (after: Account, sent: Partial<ProfileValues>) =>
    undoOf({
      what: 'your profile',
      sent,
      before: fieldsOf(account),
      after: fieldsOf(after),
      read: async () => fieldsOf((await api.call(readSession, {})).user),
      write: send,
      errors: accountErrors.updateProfile,
    })
  const form = useActionForm({
    schema: profileForm,
    initial: valuesOf(account),
    errors: accountErrors.updateProfile,
    onSubmit: async (values, { formState, reset }) => {
      const sent = changedFields(formState.defaultValues ?? {}, values)
      const user = await send(sent)
      reset(valuesOf(user))
      toast.success('Profile updated', undo(user, sent))
      onSaved()
    },
  })
  useUnsaved(form)
  return (
    <ActionForm
      form={form}
      submitText="Save profile"
      disabled={!form.isDirty}
      className="grid max-w-lg gap-4"
    >
      <TextField
        {...form.field('username')}
        label="Username"
        hint="You can sign in with it. People who share a project with you see it."
        autoComplete="username"
        autoFocus
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('firstName')} label="First name" optional autoComplete="given-name" />
        <TextField {...form.field('lastName')} label="Last name" optional autoComplete="family-name" />
      </div>
    </ActionForm>
  )
}

const { username, firstName, lastName } = updateProfile.body.shape

/** The profile form's schema: the contract's rules, and the server's rule about `@`. */
export const profileForm = z.object({
  username: username.unwrap().refine((name) => !name.includes('@'), 'A username cannot contain @'),
  firstName: firstName.unwrap().unwrap(),
  lastName: lastName.unwrap().unwrap(),
})
type ProfileValues = z.output<typeof profileForm>
