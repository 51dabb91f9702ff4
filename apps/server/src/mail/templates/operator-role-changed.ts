import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { emailAddress, name, text } from '../mail-variables.ts'

export const operatorRoleChanged = mailTemplate({
  name: 'operator-role-changed',
  category: 'security',
  priority: 'high',
  description: 'Reports that an operator gave an account another role.',
  variables: {
    from: name('The role that the account had', 'User'),
    to: name('The role that it has now', 'Support'),
    reason: text('Why the role was changed; may be empty', 'Joins the support team.'),
    supportEmail: emailAddress('Where users get help', 'support@example.com'),
  },
  subject: () => 'Your role was changed by an operator',
  body: ({ from, to, reason, supportEmail }, url) => ({
    title: 'Your role was changed',
    preview: `Your account has the role ${to} now.`,
    paragraphs: [line`An operator changed the role of your account from ${from} to ${to}.`],
    facts: [
      ['Role before', from],
      ['Role now', to],
      ...(reason === '' ? [] : [['Reason', reason] as const]),
      ['Support', supportEmail],
    ],
    action: { label: 'Open Envhold', url: `${url}/dashboard` },
    closing: [line`If you think this is a mistake, write to support.`],
    reason: 'this is the e-mail address of the account',
  }),
})
