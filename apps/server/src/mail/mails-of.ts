import type { MailCategory, MailPriority } from '@envhold/contract/operator/mail-templates.ts'
import type { MailBody } from './mail-body.ts'
import { type MailTemplate, mailTemplate, type SignedAction, type WithLinks } from './mail-template.ts'
import type { ValuesOf, Variables } from './mail-variables.ts'

/** What all mails of one kind share. */
interface Shared<V extends Variables, NotMe extends boolean> {
  readonly category: MailCategory
  readonly priority: MailPriority
  readonly notMe?: NotMe
  readonly variables: V
  body(values: ValuesOf<V>, url: string): Partial<MailBody> & Pick<MailBody, 'reason'>
}

type Said = Partial<MailBody> & Pick<MailBody, 'preview' | 'paragraphs'>

/** What one mail says. Anything that its kind gives too replaces it. */
interface Mail<V extends Variables, NotMe extends boolean, Action extends SignedAction | undefined> {
  readonly name: string
  readonly description: string
  readonly category?: MailCategory
  readonly priority?: MailPriority
  readonly notMe?: NotMe
  readonly action?: Action
  readonly variables?: V
  /** Also the title, unless `says` has one. */
  readonly subject: string | ((values: ValuesOf<V>) => string)
  readonly says: Said | ((values: ValuesOf<V>, url: string) => Said)
}

const given = <Values extends readonly unknown[], T>(
  what: T | ((...values: Values) => T),
  ...values: Values
) => (typeof what === 'function' ? (what as (...values: Values) => T)(...values) : what)

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
      subject: (values) => given(subject, values),
      body: (values, url) => ({
        title: given(subject, values),
        ...body(values, url),
        ...given(says, values, url),
      }),
    })
