import type { contactMessage } from '@envhold/contract/contact.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input, Textarea } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'

const types = [
  { value: 'question', label: 'A question' },
  { value: 'problem', label: 'Something does not work' },
  { value: 'billing', label: 'Billing' },
  { value: 'privacy', label: 'Privacy and my data' },
  { value: 'feedback', label: 'Feedback' },
] as const satisfies readonly { value: ContactValues['type']; label: string }[]

export function ContactFields({
  form: {
    register,
    formState: { errors },
  },
}: {
  form: Pick<UseFormReturn<ContactValues>, 'register' | 'formState'>
}) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={errors.name?.message}>
          <Input {...register('name')} autoComplete="name" />
        </Field>
        <Field label="E-mail" error={errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="email" />
        </Field>
        <Field label="Company" optional error={errors.company?.message}>
          <Input {...register('company')} autoComplete="organization" />
        </Field>
        <Field label="What is it about?" error={errors.type?.message}>
          <Select {...register('type')}>
            {types.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Subject" error={errors.subject?.message}>
        <Input {...register('subject')} autoComplete="off" />
      </Field>
      <Field label="Message" error={errors.message?.message}>
        <Textarea {...register('message')} rows={8} />
      </Field>
      {/* People do not see it; programs fill it in. */}
      <div hidden>
        <label>
          Website
          <input {...register('website')} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Checkbox label="Send me news about Envhold now and then" {...register('newsletter')} />
    </>
  )
}

export type ContactValues = z.input<typeof contactMessage>
export type ContactMessage = z.output<typeof contactMessage>
