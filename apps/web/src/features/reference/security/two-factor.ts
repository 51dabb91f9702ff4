import { list, note, part, steps, text, topic } from '../manual/block.ts'

export const twoFactor = {
  ...topic(
    'two-factor',
    'Codes from an app, and recovery codes',
    text('On the account page you can require a six-digit code from an authenticator app at each sign-in.'),
    steps(
      'Beside **Authenticator app** choose **Set up** and scan the QR code, or enter the key that is shown below it.',
      'Enter the code that the app shows. It is sent with its sixth digit, and a right code switches the factor on.',
      'Save the ten **recovery codes**: print, download or copy them, and tick **I have saved these codes**. Each works once, in place of a code.',
    ),
    list(
      'Every app works that supports the usual standard (TOTP, SHA-1, 6 digits, 30 seconds).',
      'A code is accepted once. If codes are refused, check the clock of your phone: 30 seconds either way are tolerated.',
      'Five wrong codes within 15 minutes lock the factor, not the account, for 15 minutes: in the session that asked for them, or while signing in on new devices. A device that has passed this step before is not affected.',
    ),
    part('recovery-codes', 'Recovery codes'),
    text(
      'The account page says how many are left and warns at three. **Manage**, then **Create new recovery codes**, replaces all of them. Each use is mailed to you. **Turn off** is there, too.',
    ),
    note(
      'If you have lost the app and all recovery codes, an operator of the instance can remove the factor. That is mailed at once and takes effect after 72 hours, unless you stop it, from its mail or from the line on every page.',
    ),
  ),
  alias: 'totp 2fa mfa authenticator otp recovery codes qr lost phone',
}
