import { list, text, topic } from '../manual/block.ts'

export const unlocking = {
  ...topic(
    'cannot-unlock',
    '‘Invalid master password’, but it is the right one',
    list(
      'Capitals, keyboard layout and spaces at the ends count. Show what you type with the eye in the field.',
      'If it was changed on another device, use the new one.',
      'If it is lost, choose **Use your recovery key**.',
    ),
    text(
      '‘Too many wrong attempts in this session’ means that this session cannot unlock for 15 minutes. Sign out and in again, or use another device. If the attempts were not yours, somebody has your session: sign out all others on the account page, and change your account password.',
    ),
    text(
      '‘Too many wrong attempts on new devices’ means that no device that has never opened your vault can open it for 15 minutes. Use one that has.',
    ),
  ),
  alias: 'LOCKED_OUT INVALID_MASTER_PASSWORD wrong password',
}
