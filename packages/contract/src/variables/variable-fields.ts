/** The fields of a variable on the wire, from the rules that each field has. */
import { type DetailName, detailNames, type FieldName, fieldOf } from '@envhold/formats/fields/every-field.ts'
import { z } from 'zod'
import { existingKey, present } from '../fields.ts'
import { limits } from '../limits.ts'

/** The normalised text of a field of a variable that meets the field's rules. */
const fieldText = (name: FieldName, text = z.string()) => {
  const { wire } = fieldOf(name)
  const checked = text.overwrite(wire.normalise).superRefine((value, context) => {
    for (const message of wire.problems(value)) context.addIssue({ code: 'custom', message })
  })
  return checked.meta({ maxLength: wire.maxLength, ...wire.schema })
}

/** A value from a file; it may be empty. */
export const variableValue = fieldText('value')
/** A value that a person types. */
export const requiredVariableValue = fieldText('value', present('Variable value is required'))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * An object by key. It is passed on as it is, because a copy would lose a key named `__proto__`. Read it with
 * `Object.entries`, which returns own keys only.
 */
const byKey = <Schema extends z.ZodType>(schema: Schema, notRecord: string) =>
  z.custom<Record<string, z.output<Schema>>>(isRecord, notRecord).superRefine((record, context) => {
    const entries = Object.entries(record)
    if (entries.length > limits.environmentVariables)
      context.addIssue({ code: 'custom', message: 'An environment may hold 2,000 variables at most' })
    for (const [key, value] of entries.slice(0, limits.environmentVariables)) {
      const issue = existingKey.safeParse(key).error?.issues[0] ?? schema.safeParse(value).error?.issues[0]
      if (issue)
        context.addIssue({
          code: 'custom',
          path: [key.slice(0, 100), ...issue.path],
          message: issue.message,
        })
    }
  })

export const variables = byKey(variableValue, 'Must be an object of strings').meta({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: limits.valueBytes },
})

/** A record by the names of the details of a variable. */
export const perDetail = <T>(make: (name: DetailName) => T) =>
  Object.fromEntries(detailNames.map((name) => [name, make(name)])) as Record<DetailName, T>

/** The details of a variable, as they are sent. An empty text means that there is none. */
export const detailTexts = perDetail((name) => fieldText(name))

/** The details of a new variable. */
export const newDetails = z.object(perDetail((name) => detailTexts[name].optional()))

/** A change of a variable's details: what is absent stays; null or an empty text removes it. */
export const detailsPatch = z.object(perDetail((name) => detailTexts[name].nullable().optional()))

const returned = (name: DetailName) => z.string().refine(fieldOf(name).wire.isReturned)
export const variableDetails = z.object(perDetail((name) => returned(name).nullable()))

const detailsProperties = perDetail((name) => ({ anyOf: [fieldOf(name).wire.schema, { type: 'null' }] }))
const detailsExample = perDetail((name) => fieldOf(name).wire.example)

/** `variableDetails` as JSON Schema. */
export const detailsJson = {
  type: 'object',
  properties: detailsProperties,
  required: [...detailNames],
  examples: [detailsExample],
}

/** Details by key: only of variables that have any. */
export const details = byKey(variableDetails, 'Must be an object by key').meta({
  type: 'object',
  additionalProperties: detailsJson,
  examples: [{ DATABASE_URL: detailsExample }],
})
/** Changes of details by key. Texts are normalised where they are applied. */
export const detailsPatches = byKey(detailsPatch, 'Must be an object by key').meta({
  type: 'object',
  additionalProperties: { type: 'object', properties: detailsProperties },
  examples: [{ DATABASE_URL: detailsExample }],
})
