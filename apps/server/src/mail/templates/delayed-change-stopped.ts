import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'

export const delayedChangeStopped = mailTemplate({
  name: 'delayed-change-stopped',
  category: 'security',
  priority: 'high',
  description: 'Reports that a change of an account was stopped before it took effect.',
  variables: {},
  subject: () => 'The announced change of your account was stopped',
  body: (_, url) => ({
    title: 'The announced change was stopped',
    preview: 'Nothing has changed.',
    paragraphs: [
      line`The change of your account that was announced to you was stopped. Nothing has changed.`,
    ],
    action: { label: 'Open your account', url: `${url}/account` },
    closing: [
      line`If you do not know who asked for the change, set a new password and sign out all other sessions.`,
    ],
    reason: 'this is the e-mail address of your account',
  }),
})
