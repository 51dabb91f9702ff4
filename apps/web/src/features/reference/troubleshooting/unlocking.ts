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
    text('‘Too many wrong attempts’ means that unlocking is locked for 15 minutes. Signing in still works.'),
  ),
  alias: 'LOCKED_OUT INVALID_MASTER_PASSWORD wrong password',
}
