import { limits } from '@envhold/contract/limits.ts'
import { list, part, text, topic } from '../manual/block.ts'

const kib = (bytes: number) => `${bytes / 1024} KiB`

export const variables = {
  ...topic(
    'variables',
    'Variables',
    text(
      'A variable has a key and a value. Values are hidden until you reveal one; it hides again when you leave the window, lock the vault, or after 30 seconds. Copying does not reveal.',
    ),
    list(
      'A key that you type has capitals, digits and underscores and does not start with a digit. Imported files may also have lower-case names, since real `.env` files do.',
      `A value has up to ${kib(limits.valueBytes)}, an environment ${limits.environmentVariables.toLocaleString('en-US')} variables and 1 MiB in all.`,
      'A value is data: Envhold never expands `$NAME` or runs `$(…)`. Values that some loaders would execute, and names that take over a process, such as `LD_PRELOAD`, are flagged.',
      'Names of variables are metadata. They are stored in the clear and show in history and activity; values never do.',
    ),
    part('import', 'Import'),
    text(
      'Paste or drop a `.env` or JSON file on the Variables tab. You see what would be added, changed and removed before anything is written, and the whole import is one version. **Merge** leaves keys that are not in the file; **replace** removes them. Invalid input is refused with its line, and nothing is half imported.',
    ),
    part('edit-as-text', 'Edit as text, download'),
    text(
      'Edit many variables at once as the text of a `.env` file. **Download** saves the environment as a `.env` file; choose the program that will read it, because [readers differ](#formats).',
    ),
    part('conflicts', 'When two people write'),
    text(
      'Changes to different keys are both kept. If somebody changed the same key after you read it, you are asked instead of overwriting it.',
    ),
  ),
  alias: 'key value secret env .env import dotenv reveal copy mask',
}
