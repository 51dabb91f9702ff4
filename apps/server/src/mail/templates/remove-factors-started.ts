import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { text, time } from '../mail-variables.ts'
import { momentOf } from '../wording.ts'

export const removeFactorsStarted = mailTemplate({
  name: 'remove-factors-started',
  category: 'security',
  priority: 'critical',
  description:
    'Reports that an operator removes the second factors of an account in 72 hours, and offers to stop it.',
  notMe: true,
  action: { purpose: 'stop-change', label: 'Stop the change' },
  variables: {
    due: time('When they are removed'),
    reason: text('Why, in the words of the operator', 'Lost the phone; identity checked by phone call'),
  },
  subject: () => 'Your second factors will be removed in 72 hours',
  body: ({ due, reason }, url) => ({
    title: 'Your second factors will be removed in 72 hours',
    preview: 'You can stop it until then.',
    paragraphs: [
      [
        'An operator of this server removes the authenticator app, the recovery codes and the passkeys of your account on ',
        momentOf(due),
        ', unless you stop it.',
      ],
      line`After that, your password alone signs you in. Your vault stays as it is.`,
    ],
    facts: [['Reason', reason]],
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [line`If you did not ask the operator for it, stop it.`],
    reason: 'this is the e-mail address of your account',
  }),
})
