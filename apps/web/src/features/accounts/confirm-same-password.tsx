import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'

type Name = 'confirmSamePassword'

interface Props {
  /** The new password, as it is typed. */
  password: string
  form: {
    readonly formState: { readonly errors: { readonly [name in Name]?: { message?: string | undefined } } }
    readonly register: (name: Name, options: { shouldUnregister: true }) => UseFormRegisterReturn
  }
}

/**
 * Why the server rejected one password for signing in and for the vault, and the box that confirms it. Another password
 * has to be confirmed again.
 */
export function ConfirmSamePassword({ password, form }: Props) {
  const [rejected, setRejected] = useState({ password: '', why: '' })
  const why = form.formState.errors.confirmSamePassword?.message
  if (why && (why !== rejected.why || password !== rejected.password)) setRejected({ password, why })
  if (!rejected.why || password !== rejected.password) return null
  return (
    <Banner tone="warn">
      <p role="alert">{rejected.why}</p>
      <Checkbox
        {...form.register('confirmSamePassword', { shouldUnregister: true })}
        label="Use it anyway"
        className="mt-2"
      />
    </Banner>
  )
}
