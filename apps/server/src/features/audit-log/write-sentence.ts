/** What a write of variables did, in one sentence that names the variables. */

import type { LinePart } from '@envhold/contract/activity/activity-lines.ts'
import type { ChangedKeys } from '../../db/activity-log/lines.ts'

export const textPart = (text: string): LinePart => ({ kind: 'text', text, environment: null })
export const namePart = (text: string): LinePart => ({ kind: 'name', text, environment: null })
const keyPart = (text: string): LinePart => ({ kind: 'key', text, environment: null })

/** `a`, `a and b`, `a, b and c`. */
export const listParts = (items: readonly (readonly LinePart[])[]): LinePart[] =>
  items.flatMap((item, index) => {
    if (index === 0) return item
    return [textPart(index === items.length - 1 ? ' and ' : ', '), ...item]
  })

/** How the variables came to be written. */
export type WriteKind = 'write' | 'import' | 'rename' | { readonly restored: number }

export interface Write {
  readonly kind: WriteKind
  readonly keys: ChangedKeys
}

interface Sentence extends Write {
  /** The environments in their order, each as a part. */
  readonly environments: readonly LinePart[]
  /** Keys that are named first, such as those that a search found. */
  readonly isFirst?: (key: string) => boolean
}

/** The number of keys that are named; the others are counted. */
const maxNamed = 2

interface Action {
  readonly verb: string
  readonly preposition: string
  readonly keys: readonly string[]
  /** Follows the environments. */
  readonly end?: string
}

function actionsOf({ kind, keys: { added, changed, removed } }: Write): Action[] {
  const written = [...added, ...changed].sort()
  if (kind === 'import')
    return [
      { verb: 'Imported', preposition: 'into', keys: written },
      { verb: 'Removed', preposition: 'from', keys: removed },
    ]
  if (typeof kind === 'object') {
    const end = ` to version ${kind.restored}`
    return [{ verb: 'Restored', preposition: 'in', keys: [...written, ...removed].sort(), end }]
  }
  return [
    { verb: 'Changed', preposition: 'in', keys: changed },
    { verb: 'Added', preposition: 'to', keys: added },
    { verb: 'Removed', preposition: 'from', keys: removed },
  ]
}

export const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The named keys and how many there are besides: `A, B and 7 more`. */
function someKeys(keys: readonly string[], rest: (count: number) => string): LinePart[] {
  const named = keys.length <= maxNamed ? keys : keys.slice(0, maxNamed)
  const items = named.map((key) => [keyPart(key)])
  const more = keys.length - named.length
  return listParts(more === 0 ? items : [...items, [textPart(rest(more))]])
}

const more = (count: number) => `${count} more`
const others = (count: number) => `${count} other ${count === 1 ? 'key' : 'keys'}`

export function writeSentence({ kind, keys, environments, isFirst = () => false }: Sentence): LinePart[] {
  const places = listParts(environments.map((part) => [part]))
  const [to, from] = [keys.added[0], keys.removed[0]]
  if (kind === 'rename' && to !== undefined && from !== undefined)
    return [textPart('Renamed '), keyPart(from), textPart(' to '), keyPart(to), textPart(' in '), ...places]
  const actions = actionsOf({ kind, keys })
    .filter((action) => action.keys.length > 0)
    .map((action) => ({ ...action, keys: firstKeys(action.keys, isFirst) }))
  const [only] = actions
  if (!only) return [textPart('Changed nothing in '), ...places]
  return actions.length === 1 ? oneAction(only, places, isFirst) : severalActions(actions, places)
}

const firstKeys = (keys: readonly string[], isFirst: (key: string) => boolean) => [
  ...keys.filter(isFirst),
  ...keys.filter((key) => !isFirst(key)),
]

function oneAction(
  { verb, preposition, keys, end = '' }: Action,
  places: readonly LinePart[],
  isFirst: (key: string) => boolean,
): LinePart[] {
  const ends = end === '' ? [] : [textPart(end)]
  const where = [textPart(` ${preposition} `), ...places, ...ends]
  const [first = ''] = keys
  if (keys.length <= maxNamed) return [textPart(`${verb} `), ...someKeys(keys, more), ...where]
  if (isFirst(first))
    return [textPart(`${verb} `), keyPart(first), textPart(` and ${others(keys.length - 1)}`), ...where]
  return [textPart(`${verb} ${keys.length} keys`), ...where, textPart(': '), ...someKeys(keys, more)]
}

function severalActions(actions: readonly Action[], places: readonly LinePart[]): LinePart[] {
  const said = actions.map(({ verb, keys }, index) => [
    textPart(`${index === 0 ? verb : uncapitalized(verb)} `),
    ...someKeys(keys, more),
  ])
  const [first = [], ...rest] = said
  const last = rest.pop() ?? []
  const between = rest.flatMap((each) => [textPart(', '), ...each])
  return [...first, ...between, textPart(', and '), ...last, textPart(' in '), ...places]
}

/** The sentence as the text of an entry of the log, with the environment's name in quotation marks. */
export const writeDescription = (write: Write, environment: string): string =>
  writeSentence({ ...write, environments: [textPart(`"${environment}"`)] })
    .map(({ text }) => text)
    .join('')
