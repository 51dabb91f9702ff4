import { list, note, part, text, topic } from '../manual/block.ts'

export const passkeys = {
  ...topic(
    'passkeys',
    'Passkeys',
    text(
      'A passkey signs you in with your fingerprint, face or device PIN, without a password and without a code: it proves two things at once. On the account page, beside **Passkeys**, choose **Add**, then **Create passkey**. An account can have 20.',
    ),
    list(
      'On the sign-in page the browser offers it in the first field, and **Sign in with a passkey** asks for it.',
      'The list says whether a passkey is synced or on one device only, and when it was last used.',
      'Passkeys belong to the address of the instance. They need `https`, or `localhost`.',
      'The only way in cannot be removed.',
    ),
    part('passkey-unlock', 'Unlock the vault with a passkey'),
    text(
      'If the passkey supports it (the PRF extension), it can unlock the vault, too: choose **Open the vault with it** beside it, while the vault is open. From then on, **Unlock with passkey** opens the vault. The master password and the recovery key stay as they are.',
    ),
    note(
      'Whoever has this passkey and can unlock the device opens the vault. Removing the passkey ends that, and so does **My password leaked**.',
    ),
  ),
  alias: 'webauthn fido security key prf biometric fingerprint yubikey',
}
