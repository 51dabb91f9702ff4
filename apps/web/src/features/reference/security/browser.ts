import { list, topic } from '../manual/block.ts'

export const browser = topic(
  'browser',
  'In the browser',
  list(
    'The master password stays in the page’s memory. Locking, signing out or reloading forgets it.',
    'Revealed values hide when you leave the window and after 30 seconds.',
    'The page runs under a Content-Security-Policy with Trusted Types and loads nothing from elsewhere. There are no cookies.',
    'Answers that can hold a secret are never cached.',
  ),
)
