import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'

export const removeFactorsDone = mailTemplate({
  name: 'remove-factors-done',
  category: 'security',
  priority: 'critical',
  description: 'Reports that the second factors of an account were removed.',
  variables: {},
  subject: () => 'Your second factors were removed',
  body: (_, url) => ({
    title: 'Your second factors were removed',
    preview: 'Your password alone signs you in now.',
    paragraphs: [
      line`The authenticator app, the recovery codes and the passkeys of your account were removed, as announced. Your password alone signs you in now. All devices were signed out.`,
    ],
    action: { label: 'Sign in', url: `${url}/login` },
    closing: [line`Add a second factor again on your account page.`],
    reason: 'this is the e-mail address of your account',
  }),
})
