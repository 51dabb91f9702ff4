/**
 * The mails that the server sends. A template is typed data: its variables, and what it says. Whether it is queued or
 * sent directly depends on one thing: a link that grants access is never stored, so a template with one is `secret`
 * and cannot be queued.
 */
import type { MailCategory, MailPriority } from '@envhold/contract/operator/mail-templates.ts'
import { z } from 'zod'
import type { MailBody, Way } from './mail-body.ts'
import {
  accountId,
  changeId,
  requestDetails,
  type ValuesOf,
  type Variable,
  type Variables,
} from './mail-variables.ts'
import type { LinkPurpose } from './signed-link.ts'
import { requestDetailsOf } from './wording.ts'

type ProtectVariables = Readonly<{ userId: Variable<number> }>
type ActionVariables = Readonly<{ userId: Variable<number>; changeId: Variable<string> }>

/** A button whose link is signed when the mail is sent (signed-link.ts). */
interface SignedAction {
  readonly purpose: Exclude<LinkPurpose, 'not-me' | 'remove-factor'>
  readonly label: string
}

interface Definition<
  V extends Variables,
  Secret extends boolean,
  NotMe extends boolean,
  Action extends SignedAction | undefined,
> {
  /** Its name in the queue, the log and the operator's list. */
  readonly name: string
  readonly category: MailCategory
  readonly priority: MailPriority
  readonly description: string
  readonly secret?: Secret
  /** Adds the link ‘This was not me’. The mail then needs the variable `userId`: whose account it is about. */
  readonly notMe?: NotMe
  /** What was added, if the link removes it too. The mail then has the variable `factorId`. */
  readonly removes?: string
  /** Replaces the button of the body. The mail then needs `userId` and `changeId`: what the link is about, or ''. */
  readonly action?: Action
  readonly variables: V
  subject(values: ValuesOf<V>): string
  /** The variable with the time from when on the mail is no longer true, and is dropped instead of sent. */
  readonly validUntil?: string
  /** The variable with the e-mail address that gets the answers; without it, they go to the sender. */
  readonly replyTo?: string
  /** `url` is that of this instance, without a slash at the end. */
  body(values: ValuesOf<V>, url: string): MailBody
}

export interface MailTemplate<V extends Variables = Variables, Secret extends boolean = boolean>
  extends Definition<V, Secret, boolean, SignedAction | undefined> {
  readonly secret: Secret
  /** Validates the variables, and makes names safe. */
  parse(values: unknown): ValuesOf<V>
  /** {@link parse}, for what a newer version of the server may have queued: variables that this one lacks are left out. */
  parseQueued(values: unknown): ValuesOf<V>
}

/** The recipient of a message, and its variables. */
export interface Message<V extends Variables> {
  readonly to: string
  readonly variables: ValuesOf<V>
}

type WithLinks<V extends Variables, NotMe, Action> = V &
  (NotMe extends true ? ProtectVariables : Readonly<Record<never, never>>) &
  (Action extends SignedAction ? ActionVariables : Readonly<Record<never, never>>)

export function mailTemplate<
  V extends Variables,
  Secret extends boolean = false,
  NotMe extends boolean = false,
  Action extends SignedAction | undefined = undefined,
>(definition: Definition<V, Secret, NotMe, Action>): MailTemplate<WithLinks<V, NotMe, Action>, Secret> {
  const { name, secret = false, notMe, action } = definition
  const variables: Variables = {
    ...definition.variables,
    ...((notMe || action) && { userId: accountId }),
    ...(action && { changeId }),
  }
  const variablesList = Object.entries(variables)
  if (!secret && variablesList.some(([, { type }]) => type === 'link'))
    throw new Error(`The mail template ${name} has a link and is not marked secret`)
  const shape = z.strictObject(Object.fromEntries(variablesList.map(([key, { schema }]) => [key, schema])))
  return {
    ...definition,
    variables: variables as WithLinks<V, NotMe, Action>,
    secret: secret as Secret,
    parse: (values) => shape.parse(values) as ValuesOf<WithLinks<V, NotMe, Action>>,
    parseQueued: (values) => shape.strip().parse(values) as ValuesOf<WithLinks<V, NotMe, Action>>,
  }
}

/** An example of each variable, for previews and tests. */
export const examplesOf = <V extends Variables>({ variables }: MailTemplate<V>): ValuesOf<V> =>
  Object.fromEntries(Object.entries(variables).map(([key, { example }]) => [key, example])) as ValuesOf<V>

/** What all mails of one kind share. */
interface Shared<V extends Variables, NotMe extends boolean> {
  readonly category: MailCategory
  readonly priority: MailPriority
  readonly notMe?: NotMe
  readonly variables: V
  body(values: ValuesOf<V>, url: string): Partial<MailBody> & Pick<MailBody, 'reason'>
}

/** A list whose parts are left out where they are false. */
type Parts<T> = T extends readonly (infer Part)[] ? readonly (Part | false)[] : never
type Listed = 'paragraphs' | 'facts' | 'ways'

type Said = Partial<Omit<MailBody, Listed>> & {
  readonly [Key in Listed]?: Parts<NonNullable<MailBody[Key]>>
} & {
  readonly preview: string
  readonly paragraphs: Parts<MailBody['paragraphs']>
}

/** What one mail says. Anything that its kind gives too replaces it. */
interface Mail<V extends Variables, NotMe extends boolean, Action extends SignedAction | undefined> {
  readonly name: string
  readonly description: string
  readonly category?: MailCategory
  readonly priority?: MailPriority
  readonly notMe?: NotMe
  readonly removes?: string
  readonly action?: Action
  readonly variables?: V
  readonly validUntil?: string
  /** Also the title, unless `says` has one. */
  readonly subject: string | ((values: ValuesOf<V>) => string)
  readonly says: Said | ((values: ValuesOf<V>, url: string) => Said)
}

const resolve = <Values extends readonly unknown[], T>(
  what: T | ((...values: Values) => T),
  ...values: Values
) => (typeof what === 'function' ? (what as (...values: Values) => T)(...values) : what)

const withoutFalse = ({ paragraphs, facts, ways, ...said }: Said) => ({
  ...said,
  paragraphs: paragraphs.filter((part) => part !== false),
  ...(facts && { facts: facts.filter((part) => part !== false) }),
  ...(ways && { ways: ways.filter((part) => part !== false) }),
})

/** Makes templates of one kind, each of which says only what differs. */
export const mailsOf =
  <Needed extends Variables, SharedNotMe extends boolean = false>({
    body,
    ...shared
  }: Shared<Needed, SharedNotMe>) =>
  <
    V extends Needed = Needed,
    NotMe extends boolean = SharedNotMe,
    Action extends SignedAction | undefined = undefined,
  >({
    subject,
    says,
    ...mail
  }: Mail<V, NotMe, Action>): MailTemplate<WithLinks<V, NotMe, Action>, false> =>
    mailTemplate<V, false, NotMe, Action>({
      ...(shared as unknown as Pick<Shared<V, NotMe>, 'category' | 'priority' | 'notMe' | 'variables'>),
      ...mail,
      subject: (values) => resolve(subject, values),
      body: (values, url) => ({
        title: resolve(subject, values),
        ...body(values, url),
        ...withoutFalse(resolve(says, values, url)),
      }),
    })

/** Mails to the owner of an account about its security. */
const leadsToAccount = (url: string) => ({
  action: { label: 'Open your account', url: `${url}/account` },
  reason: 'this is the e-mail address of your account',
})

/** Says when, from where and with what something was done, and has the link ‘This was not me’. */
export const notice = mailsOf({
  category: 'security',
  priority: 'critical',
  notMe: true,
  variables: requestDetails,
  body: (values, url) => ({ facts: requestDetailsOf(values), ...leadsToAccount(url) }),
})

/** Of something that was not done by a call of the account’s owner, so it has no circumstances. */
export const accountMail = mailsOf({
  category: 'security',
  priority: 'critical',
  variables: {},
  body: (_, url) => leadsToAccount(url),
})

/** Mails about plans that leave a choice: links of the same weight instead of one button. */
export const choiceMail = mailsOf({
  category: 'billing',
  priority: 'critical',
  variables: {},
  body: () => ({ reason: 'your account uses more than its plan allows' }),
})

/** Mails about a subscription. */
export const subscriptionMail = mailsOf({
  category: 'billing',
  priority: 'high',
  variables: {},
  body: (_, url) => ({
    action: { label: 'Open Subscription & Billing', url: `${url}/subscription` },
    reason: 'your account has a paid subscription',
  }),
})

/** @param note what the larger plan changes */
export const upgradeWay = (url: string, note: string): Way => ({
  label: 'Upgrade',
  url: `${url}/subscription?upgrade=true`,
  note,
})

export const downloadWay = (url: string): Way => ({
  label: 'Download everything',
  url: `${url}/account`,
  note: 'All your projects with their history, as one ZIP file.',
})
