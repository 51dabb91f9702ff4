import { list, note, part, text, topic } from '../manual/block.ts'

export const reset = {
  ...topic(
    'reset',
    'Forgotten password, changed address',
    text(
      '**Forgot your password?** on the sign-in page mails a link that is valid for 60 minutes, once. Asking always answers alike, whether or not the account exists.',
    ),
    list(
      'After the reset all sessions end. Personal tokens stay, because they are keys; the mail has a link to revoke them all.',
      'The second factor is asked for as always: a reset does not go around it.',
      'An operator can start a reset and never chooses a password.',
    ),
    note(
      'A reset does not touch the vault. The master password, the recovery key and passkeys unlock it as before.',
    ),
    part('change-email', 'Change the e-mail address'),
    text(
      'Beside **E-mail** on the account page choose **Change**. The new address is confirmed first, with a mailed link. The old one is told, and can undo the change for 7 days.',
    ),
    part('empty-vault', 'Master password and recovery key both lost'),
    text(
      'Then nobody can open what only you could open. Beside **Lost master password and recovery key** on the account page, **Start empty** asks you to type a confirmation and to confirm it is you. It takes effect after 72 hours. Until then, mails and a line on every page let you stop it.',
    ),
    text(
      'Shared environments come back once you have set a new master password and another member gives you the keys back. Environments that only you could open are gone.',
    ),
  ),
  alias: 'forgot password reset mail email change undo lost empty vault',
}
