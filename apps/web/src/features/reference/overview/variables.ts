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
      'A key has letters, digits and underscores and does not start with a digit, however it is entered. Capitals are usual; programs also read lower-case keys, such as `no_proxy` and `TF_VAR_region`. Spaces around a pasted key are removed, and several pasted lines offer the import.',
      `A value has up to ${kib(limits.valueBytes)}, an environment ${limits.environmentVariables.toLocaleString('en-US')} variables and 1 MiB in all.`,
      'A value is data: Envhold never expands `$NAME` or runs `$(…)`. Values that some loaders would execute, and names that take over a process, such as `LD_PRELOAD`, are flagged.',
      'Names of variables are metadata. They are stored in the clear and show in history and activity; values never do.',
    ),
    part('exact-bytes', 'Every byte'),
    list(
      'A value comes out as it went in. Saving a note, a date or another key never changes the bytes of a value.',
      'Text fields of browsers show only one kind of line break. If a value has carriage returns, the form says so: edit it there and they become plain line breaks; download it, edit the file and choose it again, and they stay.',
      `**Choose a file** below the value, or drop a file on the form, to store a file as it is, with its last newline: UTF-8 text of up to ${kib(limits.valueBytes)}. \`envhold set KEY < file\` stores the same, except that one line loses its newline.`,
      'A revealed value marks what you would not see: spaces at the end of a line, carriage returns, zero-width characters, marks of text direction, and the last newline. Copying copies the value without the marks.',
    ),
    part('notes', 'Notes and due dates'),
    text(
      'A variable can have a note of up to 500 characters, such as who issued the value and how to replace it, and a date by which to replace it. Both are encrypted with the value, kept when the value changes, and part of the history.',
    ),
    text(
      'Seven days and one day before the date, the owner of the project and whoever set it get a mail that names project and environment, and no variable. For that, the server stores the day alone unencrypted beside the environment.',
    ),
    text(
      'In `.env` files a note is the comment directly above its variable: downloads and `envhold pull` write it, imports and `envhold push` read it. A commented-out line such as `# PORT=80` is no note, and a variable without a comment keeps the note it has.',
    ),
    part('import', 'Import'),
    text(
      'Drop a `.env`, JSON or YAML file on the Variables tab, or paste its text into **Import .env**; the preview says as what it was read. YAML is a map of names and plain values, which are taken as they are written; anything else is refused with its line. You see what would be added, changed and removed before anything is written, and the whole import is one version, which **Undo** takes back. **Merge** leaves keys that are not in the file; **replace** removes them. Invalid input is refused with its line, and nothing is half imported.',
    ),
    part('edit-as-text', 'Edit as text, download'),
    text(
      'Edit many variables at once as the text of a `.env` file, with their notes as comments; here, removing a comment removes the note. You review what changes before it is saved as one version, and **Undo** takes it back. **Download** saves the environment as a `.env` file; choose the program that will read it, because [readers differ](#formats). Below a selection, **Copy as .env** and **Download** take the selected variables alone.',
    ),
    part('random-values', 'Random values'),
    text(
      '**Generate a random value** in the form of a variable fills in 8 to 256 characters: letters and digits, hex, base64url, digits, or with symbols that need no quotes in a `.env` file. It is made in your browser, and stored once you save.',
    ),
    part('copy-and-move', 'Copy and move'),
    text(
      '**Copy to…** in the menu of a row, or below a selection, copies variables with their notes to other environments of the project. You first see what each of them gets: what is new, what has another value there, and what is equal. Each environment is written as one version, and moving deletes only once all of them were written. **Undo** takes everything back.',
    ),
    part('conflicts', 'When two people write'),
    text(
      'Changes to different keys are both kept. If somebody changed the same key after you read it, you are asked instead of overwriting it, and told who it was. The form of a variable sends only the fields that you changed.',
    ),
    text(
      'What you typed stays until you discard it. If your session ends, you sign in again on the same page. If the environment is deleted, the page says who deleted it and stays there, so that you can copy what you typed; it never moves to another environment by itself. Escape, a click outside and **Cancel** ask before they close a form that you changed.',
    ),
  ),
  alias: 'key value secret note comment due date expiry rotation env .env import dotenv reveal copy mask',
}
