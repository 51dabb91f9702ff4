import { limits } from '@envhold/contract/limits.ts'
import type { KeyboardEvent } from 'react'
import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import type { NewVariable } from '../data/use-variable-writes.ts'

interface Props {
  register: UseFormRegister<NewVariable>
  control: Control<NewVariable>
  errors: FieldErrors<NewVariable>
  onKeyDown: (event: KeyboardEvent) => void
}

/** From this length on the form counts. */
const countedFrom = 400

/** Note and due day of a variable. */
export function DetailsFields({ register, control, errors, onKeyDown }: Props) {
  const length = [...useWatch({ control, name: 'note' }).trim()].length
  return (
    <>
      <Field
        label="Note"
        optional
        error={errors.note?.message}
        hint={
          <span className="flex justify-between gap-4">
            Encrypted with the value, and a comment in .env files.
            <span role="status" className="shrink-0 tabular-nums">
              {length >= countedFrom && `${length} of ${limits.noteLength}`}
            </span>
          </span>
        }
      >
        <Textarea
          {...register('note')}
          autoComplete="off"
          rows={2}
          onKeyDown={onKeyDown}
          placeholder="Who issued it, what it is for, how to replace it"
          className="max-h-[25vh] resize-y field-sizing-content"
        />
      </Field>
      <Field
        label="Due date"
        optional
        error={errors.due?.message}
        hint="When to rotate the value. The owner and the person who set the date get reminders 7 days and 1 day before."
      >
        <Input {...register('due')} type="date" className="w-44" />
      </Field>
    </>
  )
}
