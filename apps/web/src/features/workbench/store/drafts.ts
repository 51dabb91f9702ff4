import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { ReadVariables } from '../data/variable-queries.ts'
import { type Edits, noEdits, withEdit } from '../drafts/edits.ts'
import type { Draft } from '../drafts/save-edits.ts'

/** Unsaved edits by environment. They survive locking the vault, because the user typed them. */
export type Drafts = ReadonlyMap<number, Draft>

/** Adds an edit; the first one in an environment fixes the draft's base version. */
export function draftsWith(
  drafts: Drafts,
  id: number,
  read: Pick<ReadVariables, 'version' | 'variables'>,
  { key, value }: { readonly key: string; readonly value: string | null },
): Drafts {
  const draft = drafts.get(id)
  const edits = withEdit(editsOf(drafts, id), read.variables, key, value)
  return draftsOf(drafts, id, edits.size > 0 ? { version: draft?.version ?? read.version, edits } : undefined)
}

/** Replaces an environment's draft, or removes it. */
export function draftsOf(drafts: Drafts, id: number, draft: Draft | undefined): Drafts {
  const next = new Map(drafts)
  if (draft) next.set(id, draft)
  else next.delete(id)
  return next
}

export const editsOf = (drafts: Drafts, id: number): Edits => drafts.get(id)?.edits ?? noEdits

export const isListed = (environments: readonly Pick<Environment, 'id'>[], id: number) =>
  environments.some((environment) => environment.id === id)

/** The drafts of environments that exist. */
export const savableDrafts = (drafts: Drafts, environments: readonly Pick<Environment, 'id'>[]): Drafts =>
  new Map([...drafts].filter(([id]) => isListed(environments, id)))

/** The drafts of environments that exist no more. */
export const unsavableDrafts = (drafts: Drafts, environments: readonly Pick<Environment, 'id'>[]) =>
  [...drafts].filter(([id]) => !isListed(environments, id))

export const countEdits = (drafts: Drafts) =>
  [...drafts.values()].reduce((sum, { edits }) => sum + edits.size, 0)
