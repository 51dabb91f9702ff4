import { list, part, text, topic } from '../manual/block.ts'

export const account = {
  ...topic(
    'account-security',
    'Sign in and sessions',
    text(
      'Two secrets answer two questions. **Signing in** asks who you are: password, passkey, a code from an app, or your company’s identity provider. **Unlocking** asks for the key: master password, recovery key, or a passkey that can unlock. Nothing that proves the first gives the second: whoever takes over a mailbox gets an account whose vault stays shut.',
    ),
    list(
      '**Password**: at least 8 characters, 15 or more recommended. Any character counts, there are no rules about kinds of characters, and nothing expires. Common passwords are refused.',
      '**Wrong attempts** wait longer and longer. A stranger’s attempts do not lock you out on a device that has signed in before.',
      '**A session** ends 30 days after its last use and 90 days after it began. The account page lists sessions with device and IP address; **Sign out** ends one, **Sign out all others** all but this one.',
      '**Mails** tell you about new devices and about every change of password, address or factor. If it was not you, their link signs out every device, stops pending changes and mails you a link for a new password.',
    ),
    part('confirm', 'Confirm it is you'),
    text(
      '**Confirm it is you** asks for a proof with your strongest factor, unless you gave one within the last 10 minutes. It appears before you change the password, the e-mail address, a factor or the master password; before you create, change or delete API keys and tokens; before you end sessions; for payments; and before you delete the account.',
    ),
    text(
      'Deleting a project or an environment and changing collaborators ask for it, too, unless the vault is open.',
    ),
  ),
  alias: 'login sign in session device logout password step-up lockout throttling notification',
}
