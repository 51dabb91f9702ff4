import type { SecretsContext } from '../context.ts'
import type { MailBody } from './mail-body.ts'
import type { MailTemplate } from './mail-template.ts'
import { formatSignedLink, type LinkPurpose } from './signed-link.ts'

/** Signs the links of one mail. */
export type SignLink = (purpose: LinkPurpose, userId: number, subject: string) => string

/** Where a link leads: the secret part is in the fragment, which browsers do not send and logs do not contain. */
export const linkSigner =
  (ctx: SecretsContext, url: string, mail: { readonly to: string; readonly at: number }): SignLink =>
  (purpose, userId, subject) =>
    `${url}/${purpose}#${formatSignedLink(ctx, { purpose, userId, subject, issuedAt: mail.at }, mail.to)}`

/**
 * Adds the signed links that a template asks for. Without a mail server there is no signer: the copy on disk must not
 * contain a working link.
 */
export function addLinks(
  { notMe, action }: Pick<MailTemplate, 'notMe' | 'action'>,
  values: Readonly<Record<string, unknown>>,
  body: MailBody,
  sign: SignLink | undefined,
): MailBody {
  const { userId, changeId } = values
  if (!sign || typeof userId !== 'number' || userId === 0) return body
  const subject = typeof changeId === 'string' ? changeId : ''
  return {
    ...body,
    ...(action && { action: { label: action.label, url: sign(action.purpose, userId, subject) } }),
    ...(notMe && { notMe: sign('not-me', userId, '') }),
  }
}
