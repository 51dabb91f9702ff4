import { list, note, part, text, topic } from '../manual/block.ts'

export const passkeys = {
  ...topic(
    'passkeys',
    'Passkeys',
    text(
      'A passkey signs you in with your fingerprint, face or device PIN, without a password and without a code: it proves two things at once. Add one on the account page; an account can have 20.',
    ),
    list(
      'On the sign-in page the browser offers it in the e-mail field.',
      'The list says whether a passkey is synced or on one device only, and when it was last used.',
      'Passkeys belong to the address of the instance. They need `https`, or `localhost`.',
      'The only way in cannot be removed.',
    ),
    part('passkey-unlock', 'Unlock the vault with a passkey'),
    text(
      'If the passkey supports it (the PRF extension), it can unlock the vault, too. Switch that on while the vault is open. The master password and the recovery key stay as they are.',
    ),
    note(
      'Whoever has this passkey and can unlock the device opens the vault. Removing the passkey ends that, and so does **My password leaked**.',
    ),
  ),
  alias: 'webauthn fido security key prf biometric fingerprint yubikey',
}
