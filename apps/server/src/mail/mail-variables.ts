import { limits } from '@envhold/contract/limits.ts'
import { deviceName } from '@envhold/contract/personal-tokens/device-name.ts'
import { z } from 'zod'
import { cleanName, cleanText, maxNames } from './wording.ts'

/** A variable of a template: its type, its meaning, and an example. */
export interface Variable<T = unknown> {
  readonly type:
    | 'name'
    | 'names'
    | 'role'
    | 'count'
    | 'amount'
    | 'currency'
    | 'time'
    | 'device'
    | 'address'
    | 'e-mail'
    | 'text'
    | 'link'
    | 'id'
  readonly description: string
  readonly example: T
  readonly schema: z.ZodType<T>
}

export type Variables = Readonly<Record<string, Variable>>
export type ValuesOf<V extends Variables> = { readonly [Name in keyof V]: V[Name]['example'] }

const hour = 3_600_000

/** A name chosen by a user; made safe. */
export const name = (description: string, example: string): Variable<string> => ({
  type: 'name',
  description,
  example,
  schema: z.string().transform(cleanName),
})

/** Names chosen by users; made safe. `boundNames` cuts them to as many as a mail shows. */
export const names = (description: string, example: readonly string[]): Variable<readonly string[]> => ({
  type: 'names',
  description,
  example,
  schema: z.array(z.string().transform(cleanName)).max(maxNames),
})

export const role = (description: string): Variable<'read' | 'write'> => ({
  type: 'role',
  description,
  example: 'write',
  schema: z.enum(['read', 'write']),
})

export const count = (description: string, example: number): Variable<number> => ({
  type: 'count',
  description,
  example,
  schema: z.int().min(0),
})

/** Money, in the smallest unit of the currency that goes with it. */
export const amount = (description: string, example: number): Variable<number> => ({
  type: 'amount',
  description,
  example,
  schema: z.int(),
})

/** ISO 4217, in capitals. */
export const currency = (): Variable<string> => ({
  type: 'currency',
  description: 'The currency',
  example: 'USD',
  schema: z.string().regex(/^[A-Z]{3}$/),
})

/** Milliseconds since 1970. */
export const time = (description: string): Variable<number> => ({
  type: 'time',
  description,
  example: Date.UTC(2027, 2, 14) + 15 * hour,
  schema: z.int(),
})

/** The `User-Agent` as sent; the mail shows it as a familiar name. */
const device = (): Variable<string> => ({
  type: 'device',
  description: 'The browser or program that was used',
  example: 'Firefox on Linux',
  schema: z.string().transform(deviceName),
})

const ip = (): Variable<string> => ({
  type: 'address',
  description: 'The IP address it came from',
  example: '203.0.113.7',
  schema: z.string().regex(/^[0-9a-fA-F:.]{0,45}$/),
})

/** An e-mail address from the settings; its host may be `localhost`. */
export const emailAddress = (description: string, example: string): Variable<string> => ({
  type: 'e-mail',
  description,
  example,
  schema: z
    .string()
    .max(limits.emailLength)
    .regex(/^[^\s@<>]+@[^\s@<>]+$/),
})

/** A sentence or two that an operator wrote, on one line. */
export const text = (description: string, example: string): Variable<string> => ({
  type: 'text',
  description,
  example,
  schema: z.string().max(limits.descriptionLength).transform(cleanText),
})

/** Text of several lines that a stranger wrote. */
export const lines = (description: string, example: string, maxLength = 10_000): Variable<string> => ({
  type: 'text',
  description,
  example,
  schema: z
    .string()
    .max(maxLength)
    .transform((value) => value.split(/\r?\n/).map(cleanText).join('\n')),
})

/** A URL with a secret in it: only templates marked `secret` have one. */
export const link = (description: string, example: string): Variable<string> => ({
  type: 'link',
  description,
  example,
  schema: z.url({ protocol: /^https?$/ }).max(2_000),
})

/** Whose account a mail is about. 0 in mails that were queued before this variable existed: they get no link. */
export const accountId: Variable<number> = {
  type: 'id',
  description: 'The account that the mail is about',
  example: 12,
  schema: z.int().min(0).default(0),
}

/** What a link of a mail leads to. It is no secret: nobody without access gets further with it. */
export const rowId = (description: string, example: number): Variable<number> => ({
  type: 'id',
  description,
  example,
  schema: z.int().min(1),
})

/** The row that the link of a mail is about; empty if there is none. */
export const changeId: Variable<string> = {
  type: 'id',
  description: 'What the link of the mail is about',
  example: 'change1',
  schema: z.string().regex(/^[0-9A-Za-z]{0,32}$/),
}

/** When, from where and with what something was done to an account. */
export const requestDetails = { when: time('When it was done'), device: device(), ip: ip() }
