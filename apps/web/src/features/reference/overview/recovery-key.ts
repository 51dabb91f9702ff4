import { list, note, text, topic } from '../manual/block.ts'

export const recoveryKey = {
  ...topic(
    'recovery-key',
    'Recovery key',
    text(
      'When you set the master password you get a recovery key, once, to print, download or copy. Typing one of its groups confirms that you saved it. It replaces a forgotten master password: choose **Use your recovery key** when you are asked to unlock.',
    ),
    list(
      'Using it sets a new master password and gives you a new recovery key. The old one stops working.',
      'You can make a new one on the account page while the vault is open, for example after losing the sheet.',
      'Keep it outside Envhold, apart from your laptop: on paper, or in another password manager.',
    ),
    note(
      'Without the master password and without the recovery key, values that only you can open are lost. What you share with others can be shared with you again.',
    ),
  ),
  alias: 'forgotten lost master password sheet',
}
