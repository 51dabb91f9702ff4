import { type DetailName, detailNames, type FieldName, fieldOf } from '@envhold/formats/fields/every-field.ts'
import {
  fitsLength,
  isMisleading,
  isStorable,
  misleading,
  notStorable,
  tooLong,
} from '@envhold/formats/fields/text.ts'
import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { limits } from './limits.ts'

// Text that is not storable has an error already: the same character gets no second one.
const onOneLine = (text: string) => !isStorable(text) || !isMisleading(text)
const onLines = (text: string) => onOneLine(text.replaceAll(/\r?\n|\t/g, ''))

/** A required string. A missing one has the same error message as an empty one. */
export const present = (message: string) =>
  z.string({ error: ({ input }) => (input === undefined ? message : undefined) }).min(1, message)

/** Any text of up to `max` characters, such as a search term. */
export const text = (max: number) => z.string().max(max, tooLong(max)).refine(isStorable, notStorable)
/** Text on one line, such as a person's name. */
export const nameText = (max: number) => text(max).refine(onOneLine, misleading)
/** Text that may have several lines. */
const linesOfText = (max: number) => text(max).refine(onLines, misleading)
const requiredTrimmed = (max: number, message: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? message : undefined) })
    .trim()
    .min(1, message)
    .max(max, tooLong(max))
    .refine(isStorable, notStorable)
/** A trimmed name that must not be empty. */
export const requiredText = (max: number, message: string) =>
  requiredTrimmed(max, message).refine(onOneLine, misleading)
/** Trimmed text of several lines that must not be empty. */
export const requiredLines = (max: number, message: string) =>
  requiredTrimmed(max, message).refine(onLines, misleading)

export const id = z.int().positive().max(Number.MAX_SAFE_INTEGER)
/** A numeric id in a path. */
export const pathId = z.coerce.number<string | number>().int().positive().max(Number.MAX_SAFE_INTEGER)
export const tokenId = z.string().regex(/^[0-9A-Za-z]{1,32}$/)
export const time = z.iso.datetime({ precision: 3 })
export const count = z.int().nonnegative()
export const version = z.int().nonnegative()

const invalidEmail = 'Invalid email address'
export const email = emailAddress(invalidEmail).max(limits.emailLength, tooLong(limits.emailLength))
/** An e-mail address that a person types. A missing one has the same error message as an empty one. */
export const requiredEmail = (message: string) =>
  emailAddress(invalidEmail, message).max(limits.emailLength, tooLong(limits.emailLength))

export const emailRequest = z.object({ email }).meta({ id: 'EmailRequest' })

const isPasswordShort = (text: string) => fitsLength(limits.passwordLength, text)
const tooLongPassword = tooLong(limits.passwordLength)

export const password = z
  .string()
  .refine((text) => [...text].length >= limits.passwordMinLength, 'Password must be at least 8 characters')
  .refine(isPasswordShort, tooLongPassword)
  .refine(isStorable, notStorable)
  .meta({ minLength: limits.passwordMinLength, maxLength: limits.passwordLength })
/** A password to be checked. Any length is accepted, so that the response reveals nothing about the rules. */
export const givenPassword = present('Password is required')
  .refine(isPasswordShort, tooLongPassword)
  .meta({ maxLength: limits.passwordLength })
/** The same for a master password. */
export const givenMasterPassword = present('Master password is required').max(
  limits.masterPasswordLength,
  tooLong(limits.masterPasswordLength),
)
export const masterPassword = givenMasterPassword
  .refine(isStorable, notStorable)
  .meta({ description: 'Any text without NUL' })

/** Of a call that sets a password: the same one may be the sign-in password and the master password. */
export const confirmSamePassword = z
  .boolean()
  .optional()
  .meta({ description: 'Use one password for signing in and for the vault. Refused without it.' })

export const projectName = requiredText(limits.nameLength, 'Project name is required')
export const description = linesOfText(limits.descriptionLength)
export const environmentName = present('Environment name is required')
  .max(limits.environmentNameLength, 'Environment name must be less than 50 characters')
  .regex(/^[A-Za-z0-9_-]+$/, 'Environment name can only contain letters, numbers, hyphens, and underscores')

const keyMissing = 'Variable key is required'
/** The one rule for keys, typed or from a file: programs also read `no_proxy`, `npm_config_x` and `TF_VAR_x`. */
const keyPattern = /^[A-Za-z_][A-Za-z0-9_]*$/
/** The key of a variable that a person types or pastes: spaces around it are removed. */
export const variableKey = z
  .string({ error: ({ input }) => (input === undefined ? keyMissing : undefined) })
  .trim()
  .min(1, keyMissing)
  .max(limits.variableKeyLength, tooLong(limits.variableKeyLength))
  .regex(
    keyPattern,
    'Variable key can only contain letters, numbers and underscores, and cannot begin with a number',
  )

/** The key of a variable in a file or a path. */
export const existingKey = z.string().max(limits.variableKeyLength).regex(keyPattern, 'Not a variable name')

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

export const message = z.object({ message: z.string().max(300) }).meta({ id: 'Message' })
/** A warning about a variable. It names the key and never contains the value. */
export const warning = z
  .object({
    key: z.string().max(limits.variableKeyLength),
    problem: z.string().max(500),
  })
  .meta({ id: 'Warning' })
export type Warning = z.output<typeof warning>
