import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { PasswordInput } from './password-input.tsx'

type Labelled = Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'hint' | 'optional'>

/** An input with its label, error and hint. */
export const TextField = ({ label, error, hint, optional, ...input }: Labelled & ComponentProps<'input'>) => (
  <Field label={label} error={error} hint={hint} optional={optional}>
    <Input {...input} />
  </Field>
)

export const PasswordField = ({
  label,
  error,
  hint,
  optional,
  ...input
}: Labelled & ComponentProps<typeof PasswordInput>) => (
  <Field label={label} error={error} hint={hint} optional={optional}>
    <PasswordInput {...input} />
  </Field>
)
