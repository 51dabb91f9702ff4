import { mailTemplate } from '../mail-template.ts'
import { time } from '../mail-variables.ts'
import { momentOf } from '../wording.ts'

export const removeFactorsReminder = mailTemplate({
  name: 'remove-factors-reminder',
  category: 'security',
  priority: 'critical',
  description:
    'Reminds that the second factors of an account are removed within a day, and offers to stop it.',
  action: { purpose: 'stop-change', label: 'Stop the change' },
  variables: { due: time('When they are removed') },
  subject: () => 'Your second factors will be removed tomorrow',
  body: ({ due }, url) => ({
    title: 'Your second factors will be removed tomorrow',
    preview: 'This is the last reminder. You can still stop it.',
    paragraphs: [
      [
        'An operator of this server removes the authenticator app, the recovery codes and the passkeys of your account on ',
        momentOf(due),
        ', unless you stop it.',
      ],
    ],
    action: { label: 'Open your account', url: `${url}/account` },
    reason: 'this is the e-mail address of your account',
  }),
})
