import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'

export const emailTaken = mailTemplate({
  name: 'email-taken',
  category: 'security',
  priority: 'medium',
  description: 'Tells the owner of an account that another account tried to use its e-mail address.',
  variables: {},
  subject: () => 'Someone tried to use your e-mail address',
  body: (_, url) => ({
    title: 'Someone tried to use your e-mail address',
    preview: 'Nothing has changed.',
    paragraphs: [
      line`The owner of another account entered this e-mail address as their new one. It belongs to your account, so nothing has changed.`,
    ],
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [line`If you have two accounts, delete one of them first.`],
    reason: 'this is the e-mail address of your account',
  }),
})
