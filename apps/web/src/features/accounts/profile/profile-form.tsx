import { updateProfile } from '@envhold/contract/account-settings.ts'
import type { Account } from '@envhold/contract/accounts.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { showFormError } from '../../../connection/api/show-form-error.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { accountErrors } from '../account-errors.ts'
import { useUpdateAccount } from '../use-update-account.ts'
import { profileForm } from './profile-values.ts'

const valuesOf = ({ username, firstName, lastName }: Account) => ({
  username,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
})

export function ProfileForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const api = useApi()
  const updateAccount = useUpdateAccount()
  const form = useForm<z.infer<typeof profileForm>>({
    resolver: zodResolver(profileForm),
    defaultValues: valuesOf(account),
  })
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsaved(isDirty)

  const submit = form.handleSubmit(async (body) => {
    try {
      const { user } = await api.call(updateProfile, { body })
      form.reset(valuesOf(user))
      updateAccount(user)
      toast.success('Profile updated successfully!')
      onSaved()
    } catch (error) {
      showFormError(error, {
        names: ['username', 'firstName', 'lastName'],
        texts: accountErrors.updateProfile,
        setError: form.setError,
      })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid max-w-lg gap-4 sm:grid-cols-2">
      {errors.root && (
        <Banner tone="bad" className="sm:col-span-2">
          {errors.root.message}
        </Banner>
      )}
      <Field
        label="Username"
        error={errors.username?.message}
        hint="You can sign in with it. People who share a project with you see it."
        className="sm:col-span-2"
      >
        <Input
          {...form.register('username')}
          autoComplete="username"
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="First name" optional error={errors.firstName?.message}>
        <Input {...form.register('firstName')} autoComplete="given-name" />
      </Field>
      <Field label="Last name" optional error={errors.lastName?.message}>
        <Input {...form.register('lastName')} autoComplete="family-name" />
      </Field>
      <div className="sm:col-span-2">
        <Button type="submit" busy={isSubmitting} disabled={!isDirty}>
          Save profile
        </Button>
      </div>
    </form>
  )
}
