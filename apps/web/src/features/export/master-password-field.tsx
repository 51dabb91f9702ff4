import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'

interface Props {
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

/** Asks in place: a suspended account has no prompt of the vault, and nothing else to open it for. */
export function MasterPasswordField({ value, problem, onChange }: Props) {
  return (
    <Field
      label="Master password"
      error={problem}
      hint="Only for this download: the vault stays locked everywhere else."
    >
      <PasswordInput
        value={value}
        name="masterPassword"
        unfilled
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
