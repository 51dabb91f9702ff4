import { grantDays } from '@envhold/contract/operator/user-billing.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'

/** A plan for a time, as it is typed. */
export interface Grant {
  readonly plan: string
  /** A day, as its field has it. */
  readonly until: string
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

const dayIn = (days: number): string => {
  const day = new Date(Date.now() + days * 86_400_000)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(twoDigits).join('-')
}

export const newGrant = (): Grant => ({ plan: '', until: dayIn(grantDays) })

export const isEdited = ({ plan, until }: Grant): boolean => plan !== '' || until !== newGrant().until

export const isComplete = ({ plan, until }: Grant): boolean => plan !== '' && until !== ''

/** It ends with the day, where the operator is. */
export const toGrant = ({ plan, until }: Grant) => ({
  plan,
  ends_at: new Date(`${until}T23:59:00`).toISOString(),
})

interface Props {
  readonly grant: Grant
  readonly plans: readonly { readonly name: string; readonly display_name: string }[]
  readonly onChange: (grant: Grant) => void
}

export const GrantFields = ({ grant, plans, onChange }: Props) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="Plan">
      <Select value={grant.plan} onChange={({ target }) => onChange({ ...grant, plan: target.value })}>
        <option value="">Choose a plan</option>
        {plans.map(({ name, display_name }) => (
          <option key={name} value={name}>
            {display_name}
          </option>
        ))}
      </Select>
    </Field>
    <Field label="Until the end of">
      <Input
        type="date"
        min={dayIn(1)}
        value={grant.until}
        onChange={({ target }) => onChange({ ...grant, until: target.value })}
      />
    </Field>
  </div>
)
