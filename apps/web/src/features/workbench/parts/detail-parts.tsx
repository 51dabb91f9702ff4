import { limits } from '@envhold/contract/limits.ts'
import type { DetailName } from '@envhold/formats/fields/every-field.ts'
import { ClockAlert } from 'lucide-react'
import type { ComponentType, KeyboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { cn } from '../../../ui/class-names.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input, Textarea } from '../../../ui/forms/input.tsx'
import { HighlightMatch } from '../../../ui/text/highlight-match.tsx'
import { dueText, isNearlyDue, localDay } from '../data/due-state.ts'
import type { NewVariable } from '../data/variable-writes.ts'

interface CellProps {
  text: string
  search: string
}

interface InputProps {
  onKeyDown: (event: KeyboardEvent) => void
}

/** How the page shows each detail of a variable in a row, and how its form asks for it. */
export const detailParts: Readonly<
  Record<DetailName, { readonly Cell: ComponentType<CellProps>; readonly Input: ComponentType<InputProps> }>
> = {
  note: { Cell: NoteText, Input: NoteInput },
  due: { Cell: DueText, Input: DueInput },
}

function NoteText({ text, search }: CellProps) {
  return (
    <span className="note-text truncate" title={text}>
      <HighlightMatch text={text} search={search} />
    </span>
  )
}

/** From this length on the form counts. */
const countedFrom = 400

function NoteInput({ onKeyDown }: InputProps) {
  const { register, control, formState } = useFormContext<NewVariable>()
  const length = [...useWatch({ control, name: 'note' }).trim()].length
  return (
    <Field
      label="Note"
      optional
      error={formState.errors.note?.message}
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
  )
}

function DueText({ text }: CellProps) {
  const today = localDay(new Date())
  const isNear = isNearlyDue(text, today)
  return (
    <span
      className={cn(
        'flex shrink-0 items-center gap-1 rounded-sm',
        isNear ? 'bg-warn-soft px-1.5 font-medium text-warn' : 'text-ink-3',
      )}
    >
      {isNear && <ClockAlert aria-hidden="true" className="size-3.5" />}
      {dueText(text, today)}
    </span>
  )
}

function DueInput() {
  const { register, formState } = useFormContext<NewVariable>()
  return (
    <Field
      label="Due date"
      optional
      error={formState.errors.due?.message}
      hint="When to rotate the value. The owner and the person who set the date get reminders 7 days and 1 day before."
    >
      <Input {...register('due')} type="date" className="w-44" />
    </Field>
  )
}
