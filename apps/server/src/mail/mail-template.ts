/**
 * The mails that the server sends. A template is typed data: its variables, and what it says. Whether it is queued or
 * sent directly depends on one thing: a link that grants access is never stored, so a template with one is `secret`
 * and cannot be queued.
 */
import { z } from 'zod'
import type { MailBody } from './mail-body.ts'
import type { ValuesOf, Variables } from './mail-variables.ts'

interface Definition<V extends Variables, Secret extends boolean> {
  /** Its name in the queue, the log and the operator's list. */
  readonly name: string
  readonly category: 'onboarding' | 'collaboration' | 'billing' | 'security' | 'notification' | 'general'
  readonly priority: 'critical' | 'high' | 'medium' | 'low'
  readonly description: string
  readonly secret?: Secret
  readonly variables: V
  subject(values: ValuesOf<V>): string
  /** `url` is that of this instance, without a slash at the end. */
  body(values: ValuesOf<V>, url: string): MailBody
}

export interface MailTemplate<V extends Variables = Variables, Secret extends boolean = boolean>
  extends Definition<V, Secret> {
  readonly secret: Secret
  /** Validates the variables, and makes names safe. */
  parse(values: unknown): ValuesOf<V>
}

/** The recipient of a message, and its variables. */
export interface Message<V extends Variables> {
  readonly to: string
  readonly variables: ValuesOf<V>
}

export function mailTemplate<V extends Variables, Secret extends boolean = false>(
  definition: Definition<V, Secret>,
): MailTemplate<V, Secret> {
  const { name, variables, secret = false } = definition
  const variablesList = Object.entries(variables)
  if (!secret && variablesList.some(([, { type }]) => type === 'link'))
    throw new Error(`The mail template ${name} has a link and is not marked secret`)
  const shape = z.strictObject(Object.fromEntries(variablesList.map(([key, { schema }]) => [key, schema])))
  return {
    ...definition,
    secret: secret as Secret,
    parse: (values) => shape.parse(values) as ValuesOf<V>,
  }
}

/** An example of each variable, for previews and tests. */
export const examplesOf = <V extends Variables>({ variables }: MailTemplate<V>): ValuesOf<V> =>
  Object.fromEntries(Object.entries(variables).map(([key, { example }]) => [key, example])) as ValuesOf<V>
