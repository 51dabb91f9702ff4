import { part, text, topic } from '../manual/block.ts'

export const writing = {
  ...topic(
    'write-errors',
    'A change is refused',
    part('error-412', '412 VERSION_MISMATCH'),
    text(
      'Somebody wrote a newer version after you read yours. Read it again, compare, and repeat your change. The web app and `envhold push` show what changed and ask.',
    ),
    part('error-read-only', '403 PROJECT_READ_ONLY'),
    text(
      'The owner’s plan ended and a [grace period](#grace) runs. Reading works; writing comes back when the owner pays, archives or removes what is over the limit.',
    ),
    part('error-limit', '403 LIMIT_REACHED'),
    text(
      'The plan allows no more projects, collaborators or storage. The Billing page shows what is used. Full storage is freed by deleting environments, and by deleted projects once they are erased.',
    ),
    part('error-import', 'A .env file is rejected'),
    text(
      'The message names the line: one that is not an assignment, a quote that does not end, text after a closing quote, or an invalid name. Nothing was imported. A value that readers understand differently, such as an unquoted `abc#def`, causes a warning that says what to write instead. `envhold push --dialect php` names the only reader of the file, so that only its differences count; `--accept-warnings` pushes anyway.',
    ),
  ),
  alias: 'conflict read-only limit import parse invalid',
}
