import type { Erasure } from '../../audit-log/activity-chain-store.ts'
import type { Erasable, StoredEntry } from '../../audit-log/activity-entry.ts'
import { canonical } from '../../users/canonical.ts'

type Entry = Erasable & Pick<StoredEntry, 'at' | 'event_type' | 'user_id'>
type Account = Pick<Erasure, 'user_id' | 'username' | 'email_canonical' | 'created_at' | 'deleted_at'>

type ByEvent = Readonly<Record<string, readonly (readonly [before: string, after: string])[]>>

/**
 * Where the descriptions of others begin with a username between two texts. Anybody can choose a username that is a
 * common word, so it is searched for only here and in {@link atEnd}.
 */
const atStart: ByEvent = {
  user_role_changed: [['Changed the permission of ', ' in "']],
  user_removed: [['Removed ', ' from "']],
  project_transfer_started: [['Offered to ', ': the project "']],
  project_transferred: [
    ['Transferred to ', ': the project "'],
    ['Became the owner, after ', ', of the project "'],
  ],
}

/** Where the descriptions of others end with a username between two texts. */
const atEnd: ByEvent = {
  user_role_changed: [['" from ', ' again, after a backup was restored']],
  project_transfer_ended: [
    ['" ended: ', ' is no longer a collaborator.'],
    ['" ended: ', ' no longer has access to every environment.'],
    ['" ended: The account of ', ' was deleted.'],
  ],
}

/** The events whose descriptions contain a username of somebody else. */
export const eventsWithUsername = Object.keys({ ...atStart, ...atEnd })

const name = 'a deleted account'

/**
 * What is left of an entry when an account is erased. Of its own entries, what kind of event it was; of those of
 * others, everything but its username and e-mail address.
 * @returns undefined if nothing of the account is in the entry
 */
export function eraseEntry(entry: Entry, account: Account): Erasable | undefined {
  const { description, token_id, ip, request_id } = entry
  if (entry.user_id === account.user_id) {
    const left = { description: erasedText(entry.event_type), token_id: null, ip: null, request_id: null }
    const isErased = left.description === description && !(token_id ?? ip ?? request_id)
    return isErased ? undefined : left
  }
  const left = withoutNames(entry, account)
  // The id of the request makes it harder to guess from the digest what was erased.
  return left === description ? undefined : { description: left, token_id, ip, request_id: null }
}

function withoutNames({ at, event_type, description }: Entry, account: Account): string {
  const { username, email_canonical, created_at, deleted_at } = account
  // Afterwards both may belong to somebody else. Before, an address can be invited.
  if (at > deleted_at + toleranceMs) return description
  const emailless = email_canonical === '' ? description : withoutEmail(description, email_canonical)
  if (username === '' || at < created_at) return emailless
  for (const [before, after] of atStart[event_type] ?? [])
    if (emailless.startsWith(`${before}${username}${after}`))
      return `${before}${name}${emailless.slice(before.length + username.length)}`
  for (const [before, after] of atEnd[event_type] ?? []) {
    const end = `${before}${username}${after}`
    if (emailless.endsWith(end)) return `${emailless.slice(0, -end.length)}${before}${name}${after}`
  }
  return emailless
}

/** Clocks of nodes differ, and an entry that was begun before may be written after. */
export const toleranceMs = 5 * 60_000

const separators = /([\s"<>(),;:]+)/
const aroundText = /^['\u2018\u201c]|['\u2019\u201d.!?]$/g

/** Replaces an address where it is a whole word, as it is spelled there. */
const withoutEmail = (text: string, email: string): string =>
  text.includes('@')
    ? text
        .split(separators)
        .map((word) => {
          const address = word.replaceAll(aroundText, '')
          return address.includes('@') && canonical(address) === email ? word.replace(address, name) : word
        })
        .join('')
    : text

/** What is left of what a deleted account did, where the name of the event alone would read badly. */
const texts: Readonly<Record<string, string>> = {
  account_created: 'An account was created that is deleted now',
  account_deleted: 'The account was deleted',
  account_restored: 'A deleted account was restored',
  email_verified: 'A deleted account verified its e-mail address',
  login: 'A deleted account signed in',
  login_failed: 'A sign-in failed for a deleted account',
  logout: 'A deleted account signed out',
  session_ended: 'A deleted account signed out a session',
  password_changed: 'A deleted account changed its password',
  master_password_set: 'A deleted account set a master password',
  master_password_changed: 'A deleted account changed its master password',
  master_password_recovered: 'A deleted account set a new master password with its recovery key',
  master_password_locked: 'Unlocking was locked for a deleted account',
  recovery_key_renewed: 'A deleted account created a new recovery key',
  vault_unlocked: 'A deleted account unlocked its vault',
  invitation_accepted: 'A deleted account accepted an invitation',
  invitation_declined: 'A deleted account declined an invitation',
  collaborator_added: 'A deleted account joined the project',
  user_invited: 'A deleted account invited someone',
  user_removed: 'A deleted account removed a collaborator',
  user_role_changed: 'A deleted account changed a permission',
  user_left: 'A deleted account left the project',
  project_transfer_started: 'A deleted account offered the project to a collaborator',
  project_transfer_ended: 'A deleted account ended the transfer of the project',
  project_transferred: 'The project had a deleted account as its owner',
  unauthorized_access: 'Access was rejected for a deleted account',
}

/**
 * What the description of an event becomes that a deleted account caused: what kind of event it was, and nothing that
 * anybody has typed.
 */
function erasedText(eventType: string): string {
  const known = Object.hasOwn(texts, eventType) ? texts[eventType] : undefined
  if (known !== undefined) return known
  const words = eventType.replaceAll('_', ' ').replace(/^api key/, 'API key')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (deleted account)`
}
