import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { circumstances } from '../mail-variables.ts'
import { circumstancesOf } from '../wording.ts'

export const recoveryCodesRenewed = mailTemplate({
  name: 'recovery-codes-renewed',
  category: 'security',
  priority: 'critical',
  description: 'Reports that new recovery codes replaced the earlier ones.',
  notMe: true,
  variables: circumstances,
  subject: () => 'You have new recovery codes',
  body: (of, url) => ({
    title: 'You have new recovery codes',
    preview: 'The earlier ones no longer work.',
    paragraphs: [
      line`New recovery codes were created for your account. The earlier ones no longer work: destroy them.`,
    ],
    facts: circumstancesOf(of),
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If it was not you, change your password immediately, sign out all other sessions, and create new codes.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})
