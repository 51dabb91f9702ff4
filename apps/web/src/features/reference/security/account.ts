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
      '**A session** ends 30 days after its last use and 90 days after it began. The account page lists sessions with device and IP address, and signs out one or all others.',
      '**Mails** tell you about new devices and about every change of password, address or factor. Each has a link that ends all sessions when it was not you.',
    ),
    part('confirm', 'Confirm it is you'),
    text(
      'Changing the password, the e-mail address or a factor, creating keys and tokens, changing the master password and deleting the account ask for a proof with your strongest factor, unless you gave one within the last 10 minutes.',
    ),
  ),
  alias: 'login sign in session device logout password step-up lockout throttling notification',
}
