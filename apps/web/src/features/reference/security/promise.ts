import { list, part, text, topic } from '../manual/block.ts'

export const promise = {
  ...topic(
    'promise',
    'What is protected',
    text(
      'A stolen database together with the server’s own secret reveals no value, short of guessing a master password at the speed of Argon2id; with the database alone not even that is possible. Only people, tokens and API keys with a grant can use an environment’s key. A removed collaborator cannot read anything written after the removal.',
    ),
    part('not-promised', 'What is not promised'),
    list(
      '**A compromised server sees what passes through it.** The running server handles values in plain text while somebody uses them. This is not zero-knowledge, and we do not call it that.',
      '**Names are visible.** The names of projects, environments and variables, counts and times are stored in the clear, for lists, history and the log.',
      '**Revoking does not undo a read.** It ends access from the next call on. A value that leaked must be replaced at its source.',
      '**Nobody can reset a master password.** The [recovery key](#recovery-key) replaces a forgotten one.',
    ),
    text('The whole threat model is in `docs/security/threat-model.md` of the repository.'),
  ),
  alias: 'threat model zero knowledge encryption',
}
