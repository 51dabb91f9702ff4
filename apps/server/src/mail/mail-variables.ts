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

/** A kind of variable: its meaning and its example are said where it is used. */
const kind =
  <T>(type: Variable['type'], schema: z.ZodType<T>) =>
  (description: string, example: T): Variable<T> => ({ type, description, example, schema })

/** A variable that mails which were queued before it existed do not have. */
export const orElse = <T>(variable: Variable<T>, value: T): Variable<T> => ({
  ...variable,
  schema: z.preprocess((stored) => stored ?? value, variable.schema),
})

/** A name chosen by a user; made safe. */
export const name = kind('name', z.string().transform(cleanName))

/** Names chosen by users; made safe. `boundNames` cuts them to as many as a mail shows. */
export const names = kind<readonly string[]>('names', z.array(z.string().transform(cleanName)).max(maxNames))

const roleKind = kind('role', z.enum(['read', 'write']))
export const role = (description: string) => roleKind(description, 'write')

export const count = kind('count', z.int().min(0))

/** Money, in the smallest unit of the currency that goes with it. */
export const amount = kind('amount', z.int())

const currencyKind = kind('currency', z.string().regex(/^[A-Z]{3}$/))
/** ISO 4217, in capitals. */
export const currency = () => currencyKind('The currency', 'USD')

const timeKind = kind('time', z.int())
const exampleTime = Date.UTC(2027, 2, 14, 15)
/** Milliseconds since 1970. */
export const time = (description: string) => timeKind(description, exampleTime)

/** The `User-Agent` as sent; the mail shows it as a familiar name. */
const device = kind('device', z.string().transform(deviceName))

const ip = kind('address', z.string().regex(/^[0-9a-fA-F:.]{0,45}$/))

const emailText = z
  .string()
  .max(limits.emailLength)
  .regex(/^[^\s@<>]+@[^\s@<>]+$/)
/** An e-mail address from the settings; its host may be `localhost`. */
export const emailAddress = kind('e-mail', emailText)

/** A sentence or two that an operator wrote, on one line. */
export const text = kind('text', z.string().max(limits.descriptionLength).transform(cleanText))

const cleanLines = (value: string) => value.split(/\r?\n/).map(cleanText).join('\n')
/** Text of several lines that a stranger wrote. */
export const lines = (description: string, example: string, maxLength = 10_000) =>
  kind('text', z.string().max(maxLength).transform(cleanLines))(description, example)

/** A URL with a secret in it: only templates marked `secret` have one. */
export const link = kind('link', z.url({ protocol: /^https?$/ }).max(2_000))

/** Whose account a mail is about. 0 in mails that were queued before this variable existed: they get no link. */
export const accountId = kind('id', z.int().min(0).default(0))('The account that the mail is about', 12)

/** What a link of a mail leads to. It is not a secret: nobody without access gets further with it. */
export const rowId = kind('id', z.int().min(1))

/** A project whose page a mail links to; 0 for none. */
export const linkedProject = kind('id', z.int().min(0).default(0))('The project that the mail links to', 12)

/** The row that the link of a mail is about; empty if there is none. */
export const changeId = kind('id', z.string().regex(/^[0-9A-Za-z]{0,32}$/))(
  'What the link of the mail is about',
  'change1',
)

/** The factor that a mail reports as added, for its link; empty in mails that were queued before this variable existed. */
export const factorId = kind(
  'id',
  z
    .string()
    .regex(/^[0-9a-f]{0,32}$/)
    .default(''),
)('The added factor', 'fac701')

/** When, from where and with what something was done to an account. */
export const requestDetails = {
  when: time('When it was done'),
  device: device('The browser or program that was used', 'Firefox on Linux'),
  ip: ip('The IP address it came from', '203.0.113.7'),
}

/** The plan that an account has without a subscription. */
export const follows = orElse(name('The plan of the account without it', 'Free'), 'Free')

/** What the end of a grace period takes away from an owner. */
export const lossVariables = {
  projects: names('The projects that are archived', ['Web shop', 'Blog']),
  moreProjects: count('How many others are', 4),
  people: names('The people whose access is paused', ['grace@example.com']),
  morePeople: count('How many others there are', 6),
}
