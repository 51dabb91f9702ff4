import { list, text, topic } from '../manual/block.ts'

export const whatItIs = topic(
  'what-it-is',
  'What Envhold is',
  text(
    'Envhold stores the environment variables of software projects and keeps them encrypted. A **project** holds **environments**, such as production and staging; an environment holds **variables**, a key and a value each. Every write makes a new version of the whole environment, so you can always see what changed and go back.',
  ),
  list(
    '**People** use the web app. Values are protected by a second secret, the [master password](#master-password).',
    '**Laptops** use the [command line](#install), which runs a program with the variables or writes a `.env` file.',
    '**Machines** use an [API key](#api-keys), which opens exactly the environments that it was given.',
  ),
  text(
    'The web app is made for the keyboard: `?` lists the shortcuts, `Ctrl+K` or `⌘K` opens the command menu, `/` searches.',
  ),
)
