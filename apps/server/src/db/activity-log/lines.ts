/**
 * Which entries of a chain are one line: what one caller did at once, or again and again. It follows from the entries in
 * their order alone, so that every page and every node agrees. A line is named by the sequence of its first entry.
 */

import { hash } from 'node:crypto'
import { z } from 'zod'
import { parseStored, storedTexts } from '../parse-stored.ts'
import type { Row } from '../tables.ts'

/** The names of the variables that an entry changed. */
export interface ChangedKeys {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** The names that a version has stored. */
export const storedKeys = (stored: Readonly<Record<keyof ChangedKeys, string>>): ChangedKeys => ({
  added: parseStored(storedTexts, stored.added),
  changed: parseStored(storedTexts, stored.changed),
  removed: parseStored(storedTexts, stored.removed),
})

/** What decides about the line of an entry. */
export interface LinedEntry
  extends Pick<
    Row<'activity'>,
    | 'sequence'
    | 'at'
    | 'event_type'
    | 'description'
    | 'user_id'
    | 'token_id'
    | 'environment_id'
    | 'ip'
    | 'request_id'
  > {
  readonly keys: ChangedKeys | null
  /** Whether a later entry of the same request says why keys were replaced: see {@link findExplained}. */
  readonly isExplained: boolean
}

const kindNames = ['read', 'write', 'team', 'rekey', 'create', 'other'] as const
type Kind = (typeof kindNames)[number]

const openLine = z.object({
  line: z.int(),
  kind: z.enum(kindNames),
  /** Who, from where; and what exactly. Hashes, so that erasing a name leaves nothing here. */
  caller: z.string(),
  what: z.string(),
  request: z.string(),
  environments: z.array(z.int()),
  first: z.int(),
  last: z.int(),
  entries: z.int(),
})
/** A line that the next entry of the chain may join. */
export type OpenLine = Readonly<z.output<typeof openLine>>

const minuteMs = 60_000
/** Reads and what is done again join a line for so long. */
const foldMs = 30 * minuteMs
/** One save writes its environments one after the other, as a set-up creates them: the same change within the first, others within the second. */
const sameSaveMs = 30_000
const mixedSaveMs = 3_000
const maxEntries = 200
const maxOpen = 8

const kinds: Readonly<Record<string, Kind>> = {
  variables_read: 'read',
  vault_unlocked: 'read',
  variable_created: 'write',
  variable_updated: 'write',
  variable_deleted: 'write',
  variables_imported: 'write',
  variables_restored: 'write',
  invitation_accepted: 'team',
  collaborator_added: 'team',
  user_removed: 'team',
  user_left: 'team',
  user_role_changed: 'team',
  invitation_canceled: 'team',
  environment_rekeyed: 'rekey',
  environment_created: 'create',
}

/** Keys that are granted after a collaborator has joined; the event is that of joining. */
const isGrant = (description: string) => description.startsWith('Granted the pending keys of ')

export const kindOf = ({ event_type, description }: Pick<LinedEntry, 'event_type' | 'description'>): Kind =>
  isGrant(description) ? 'rekey' : (kinds[event_type] ?? 'other')

/**
 * Which entries are followed by one of their request about a collaborator: a removal is recorded after its re-keys.
 * @param entries what was appended together, in its order
 */
export function findExplained(
  entries: readonly Pick<LinedEntry, 'event_type' | 'description' | 'request_id'>[],
): readonly boolean[] {
  const requests = new Set<string>()
  return entries
    .toReversed()
    .map((entry) => {
      if (entry.request_id === null) return false
      const isExplained = requests.has(entry.request_id)
      if (kindOf(entry) === 'team') requests.add(entry.request_id)
      return isExplained
    })
    .reverse()
}

const digest = (...parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 12)

function beginLine(entry: LinedEntry): OpenLine {
  const { keys, environment_id } = entry
  const kind = kindOf(entry)
  const isPersonal = kind === 'write' || kind === 'create' || kind === 'other'
  return {
    line: entry.sequence,
    kind,
    caller: isPersonal ? digest(entry.user_id, entry.token_id, entry.ip) : '',
    what: keys
      ? digest(keys.added, keys.changed, keys.removed)
      : digest(entry.event_type, entry.description, entry.user_id),
    request: entry.request_id === null ? '' : digest(entry.request_id),
    environments: environment_id === null ? [] : [environment_id],
    first: entry.at,
    last: entry.at,
    entries: 1,
  }
}

/** Whether a write belongs to the save that an open line is, or repeats it. */
function isSameSave(open: OpenLine, entry: OpenLine): boolean {
  if (open.caller !== entry.caller) return false
  const [environment = 0] = entry.environments
  const isSame = open.what === entry.what
  const isRepeated = isSame && open.environments.length === 1 && open.environments[0] === environment
  if (isRepeated) return entry.first - open.last <= foldMs
  if (open.environments.includes(environment)) return false
  // A line that repeats a change in one environment is not a save over several.
  if (open.entries > open.environments.length) return false
  return entry.first - open.last <= (isSame ? sameSaveMs : mixedSaveMs)
}

const isSameRequest = (open: OpenLine, entry: OpenLine) =>
  open.request !== '' && open.request === entry.request

function joins(open: OpenLine, entry: OpenLine): boolean {
  if (open.entries >= maxEntries || entry.first < open.first) return false
  if (isSameRequest(open, entry)) return true
  const isSoon = entry.first - open.first <= foldMs
  if (entry.kind === 'rekey') return isSoon && (open.kind === 'team' || open.kind === 'rekey')
  if (open.kind !== entry.kind) return false
  if (entry.kind === 'read') return isSoon
  if (entry.kind === 'write') return isSameSave(open, entry)
  if (entry.kind === 'create') return open.caller === entry.caller && entry.first - open.last <= sameSaveMs
  return entry.kind === 'other' && isSoon && open.caller === entry.caller && open.what === entry.what
}

/** What a line is about, if its entries are of several kinds. */
const weight: readonly Kind[] = ['read', 'rekey', 'other', 'create', 'team', 'write']

function joined(open: OpenLine, entry: OpenLine): OpenLine {
  const isMain = weight.indexOf(entry.kind) > weight.indexOf(open.kind)
  const { kind, caller, what } = isMain ? entry : open
  const environments =
    entry.kind === 'write'
      ? [...new Set([...(isMain ? [] : open.environments), ...entry.environments])]
      : open.environments
  return {
    ...open,
    kind,
    caller,
    // Several changes in one line repeat nothing.
    what: open.kind === 'write' && entry.what !== open.what && entry.kind === 'write' ? '' : what,
    request: entry.request || open.request,
    environments,
    last: entry.last,
    entries: isMain ? 1 : open.entries + 1,
  }
}

/** The line of the next entry of a chain, and the lines that are open after it, the newest first. */
export function lineOf(
  open: readonly OpenLine[],
  entry: LinedEntry,
): { readonly line: number; readonly open: readonly OpenLine[] } {
  const own = beginLine(entry)
  const save =
    own.kind === 'write' ? open.find((each) => each.kind === 'write' && joins(each, own)) : undefined
  const joinable =
    save ?? open.find((each) => (entry.isExplained ? isSameRequest(each, own) : joins(each, own)))
  const line = joinable ? joined(joinable, own) : own
  const others = open.filter((each) => each !== joinable && entry.at - each.last <= foldMs)
  return { line: line.line, open: [line, ...others].slice(0, maxOpen) }
}

const openLines = z.array(openLine)

/** What a head stores of open lines. No MAC covers it, so anything else means that none is open. */
export function parseOpenLines(text: string): readonly OpenLine[] {
  if (text === '') return []
  try {
    return parseStored(openLines, text)
  } catch {
    return []
  }
}
