import {
  fitsLength,
  hasInvisible,
  invisible,
  isMisleading,
  isStorable,
  misleading,
  notStorable,
  tooLong,
} from '@envhold/formats/fields/text.ts'
import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { limits } from './limits.ts'
import { plainMessage } from './plain-messages.ts'

// Every schema of the contract is made after this module.
z.config({ customError: plainMessage })

// Text that is not storable has an error already: the same character gets no second one.
const onOneLine = (text: string) => !isStorable(text) || !isMisleading(text)
/** A name, which is on one line. A misleading character gets one error, too. */
const onlyVisible = (name: string) => !onOneLine(name) || !hasInvisible(name)
const onLines = (text: string) => onOneLine(text.replaceAll(/\r?\n|\t/g, ''))

/** A required string. A missing one has the same error message as an empty one. */
export const present = (message: string) =>
  z.string({ error: ({ input }) => (input === undefined ? message : undefined) }).min(1, message)

/** Any text of up to `max` characters, such as a search term. */
export const text = (max: number) => z.string().max(max, tooLong(max)).refine(isStorable, notStorable)
/** Text on one line, such as a person's name. */
export const nameText = (max: number) =>
  text(max).refine(onOneLine, misleading).refine(onlyVisible, invisible)
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
  requiredTrimmed(max, message).refine(onOneLine, misleading).refine(onlyVisible, invisible)
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
  .meta({ description: 'Use one password for signing in and for the vault. Rejected without it.' })

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

export const message = z.object({ message: z.string().max(300) }).meta({ id: 'Message' })
/** A warning about a variable. It names the key and never contains the value. */
export const warning = z
  .object({
    key: z.string().max(limits.variableKeyLength),
    problem: z.string().max(500),
  })
  .meta({ id: 'Warning' })
export type Warning = z.output<typeof warning>
