import { variableKey } from '@envhold/contract/fields.ts'
import { detailTexts, requiredVariableValue } from '@envhold/contract/variables/variable-fields.ts'
import { type FieldName, fieldNames } from '@envhold/formats/fields/every-field.ts'
import { readDotenv } from '@envhold/formats/parse-dotenv.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import { z } from 'zod'
import { asShown } from '../data/exact-text.ts'
import type { NewVariable, VariableChange } from '../data/variable-writes.ts'

/** The variable to edit. */
export type InitialVariable = { readonly key: string } & Variable

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
    ...detailTexts,
  })

/** An empty text for each field that a variable lacks. */
export const textsOf = (variable: Variable | undefined) =>
  Object.fromEntries(fieldNames.map((name) => [name, variable?.[name] ?? ''])) as Record<FieldName, string>

export const defaultsOf = (initial: InitialVariable | undefined, firstKey: string): NewVariable => ({
  key: initial?.key ?? firstKey,
  ...textsOf(initial),
  value: asShown(initial?.value ?? ''),
})

/** The fields that differ from the variable to edit; all of them for a new one. */
export function changesOf(next: NewVariable, initial: InitialVariable | undefined): VariableChange {
  if (!initial) return next
  const before = { key: initial.key, ...textsOf(initial) }
  const names = ['key' as const, ...fieldNames].filter((name) => next[name] !== before[name])
  return Object.fromEntries(names.map((name) => [name, next[name]]))
}

/** A pasted `KEY=value`, with the details in the comment above it. */
export type Pair = InitialVariable

export function pairIn(text: string): Pair | undefined {
  if (!text.includes('=')) return undefined
  try {
    const [[key, variable] = [], ...others] = readDotenv(text).variables
    return key !== undefined && variable && others.length === 0 ? { key, ...variable } : undefined
  } catch {
    return undefined
  }
}
