/** Mails to the owner of an account about its security. */
import { requestDetails } from '../mail-variables.ts'
import { mailsOf } from '../mails-of.ts'
import { requestDetailsOf } from '../wording.ts'

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
