import { dueDay, note, requiredVariableValue, variableKey } from '@envhold/contract/fields.ts'
import { readDotenv } from '@envhold/formats/parse-dotenv.ts'
import { z } from 'zod'
import { asShown } from '../data/exact-text.ts'
import type { NewVariable, VariableChange } from '../data/use-variable-writes.ts'

/** The variable to edit. */
export interface InitialVariable {
  readonly key: string
  readonly value: string
  readonly note?: string | undefined
  readonly due?: string | undefined
}

const unlessUnchanged = (schema: z.ZodType<string>, unchanged: string | undefined) =>
  z.string().transform((text, context) => {
    if (text === unchanged) return text
    const { data = text, error } = schema.safeParse(text)
    const [issue] = error?.issues ?? []
    if (issue) context.addIssue({ code: 'custom', message: issue.message })
    return data
  })

/** An imported name may be lower-case, and an imported value empty: both are validated only if they are changed. */
export const schemaFor = (initial: InitialVariable | undefined) =>
  z.object({
    key: unlessUnchanged(variableKey, initial?.key),
    value: unlessUnchanged(requiredVariableValue, initial && asShown(initial.value)),
    note,
    due: dueDay,
  })

export const defaultsOf = (initial: InitialVariable | undefined, firstKey: string): NewVariable => ({
  key: initial?.key ?? firstKey,
  value: asShown(initial?.value ?? ''),
  note: initial?.note ?? '',
  due: initial?.due ?? '',
})

/** The fields that differ from the variable to edit; all of them for a new one. */
export function changesOf(next: NewVariable, initial: InitialVariable | undefined): VariableChange {
  if (!initial) return next
  const { key, value, note: text = '', due = '' } = initial
  return {
    ...(next.key !== key && { key: next.key }),
    ...(next.value !== value && { value: next.value }),
    ...(next.note !== text && { note: next.note }),
    ...(next.due !== due && { due: next.due }),
  }
}

/** A pasted `KEY=value`; a comment above it is the note. */
export type Pair = Omit<NewVariable, 'due'>

export function pairIn(text: string): Pair | undefined {
  if (!text.includes('=')) return undefined
  try {
    const [[key, variable] = [], ...others] = readDotenv(text).variables
    return key !== undefined && variable && others.length === 0
      ? { key, value: variable.value, note: variable.note ?? '' }
      : undefined
  } catch {
    return undefined
  }
}
