import { limits } from '@envhold/contract/limits.ts'
import { list, note, part, text, topic } from '../manual/block.ts'

export const masterPassword = {
  ...topic(
    'master-password',
    'Master password',
    text(
      'An account has two secrets. The **account password** signs you in. The **master password** unlocks the vault: it decrypts your private key, and with it the environments that you may open. The server stores neither.',
    ),
    list(
      'You set it once, with your first project or when an action first needs the vault. The form estimates its strength; a long phrase is best.',
      `It may have any length up to ${limits.masterPasswordLength.toLocaleString('en-US')} characters. When you change it, the new one needs at least 8.`,
      'The page holds it in memory only. Locking or signing out forgets it in all tabs, and so does closing or reloading the last one. A new tab takes it over from a tab that has the vault open, together with the time until it locks.',
      'Ten wrong master passwords within 15 minutes lock unlocking in that session for 15 minutes, and you get a mail. Your other sessions, and signing in again, still work. Devices that have never opened your vault share 30 attempts; they cannot lock one that has.',
    ),
    text(
      'Password managers neither fill nor save the master password: its fields are marked for browsers, 1Password, LastPass, Bitwarden and Dashlane. So a manager does not replace the account password by it, and a manager that fills by itself does not unlock the vault. To keep it in one, store it as an entry of its own.',
    ),
    part('what-needs-the-vault', 'What needs the vault'),
    text(
      'Reading, adding, changing, importing and downloading variables; history, comparing and restoring; creating a project or an environment; inviting and accepting; creating an API key or a token.',
    ),
    text(
      'Names, counts, lists, activity, renaming, deleting and removing people or keys work without it. If a removal has to change an environment’s key and the vault is locked, the key changes at the next unlocked call.',
    ),
    part('change-master-password', 'Change it'),
    text(
      'On the account page. Changing it re-encrypts your key, not your values, so it takes a moment however much you store. If somebody else may know the old one, choose **My password leaked**: you then get a new key pair, and every environment that you can open gets a new key.',
    ),
    note('Nobody can reset a master password, not even the operator. Keep the recovery key.'),
  ),
  alias: 'unlock passphrase vault lock',
}
