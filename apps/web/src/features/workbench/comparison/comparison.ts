import type { EnvironmentColor } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { looksLikeSecret } from './looks-like-secret.ts'

/** An environment whose variables are compared. */
export interface ReadEnvironment {
  readonly id: number
  readonly name: string
  readonly color?: EnvironmentColor | null
  readonly protected: boolean
  readonly variables: Variables
}

/** How a variable stands in another environment. */
export type ComparisonResult = 'same-secret' | 'missing' | 'different' | 'same'

/** What a row says about the other environments; the first that holds, in this order. */
export const comparisonKinds = ['same-secret', 'missing', 'different', 'same', 'alone'] as const
export type ComparisonKind = (typeof comparisonKinds)[number]

export interface ComparisonSummary {
  readonly kind: ComparisonKind
  /** The names of the environments that it is about; none of `alone`. */
  readonly environments: readonly string[]
  /** Whether an environment lacks the key, also if the row says something weightier. */
  readonly isMissing: boolean
  /** Whether an environment has another value, likewise. */
  readonly isDifferent: boolean
}

/** Previews may lack a variable, or have another value, as they like. */
const isPreview = ({ name }: { name: string }) => name.toLowerCase().startsWith('preview-')

/** How each of the other environments stands. Those without variables do not count, and are left out. */
export function compareWithOthers(
  key: string,
  here: Pick<ReadEnvironment, 'protected' | 'variables'>,
  others: readonly ReadEnvironment[],
): readonly (readonly [ReadEnvironment, ComparisonResult])[] {
  const value = here.variables.get(key)?.value
  let isSecret: boolean | undefined
  const resultIn = (other: ReadEnvironment): ComparisonResult => {
    const its = other.variables.get(key)?.value
    if (its === undefined) return 'missing'
    if (its !== value) return 'different'
    if (!here.protected && !other.protected) return 'same'
    isSecret ??= looksLikeSecret(key, its)
    return isSecret ? 'same-secret' : 'same'
  }
  return others.filter(({ variables }) => variables.size > 0).map((other) => [other, resultIn(other)])
}

/**
 * What the row of a key says about the other environments; undefined if there is nothing to say.
 * @param isComplete all other environments could be read, so a key can be said to be in none of them
 */
export function summarizeComparison(
  key: string,
  here: Pick<ReadEnvironment, 'protected' | 'variables'>,
  others: readonly ReadEnvironment[],
  isComplete: boolean,
): ComparisonSummary | undefined {
  const all = compareWithOthers(key, here, others)
  if (all.length === 0) return undefined
  if (all.every(([, result]) => result === 'missing'))
    return isComplete ? { kind: 'alone', environments: [], isMissing: false, isDifferent: false } : undefined
  const judged = all.filter(
    ([other, result]) => !isPreview(other) || result === 'same' || result === 'same-secret',
  )
  const isMissing = judged.some(([, result]) => result === 'missing')
  const isDifferent = judged.some(([, result]) => result === 'different')
  for (const kind of comparisonKinds) {
    const about = judged.filter(([, result]) => result === kind)
    if (about.length > 0)
      return { kind, environments: about.map(([{ name }]) => name), isMissing, isDifferent }
  }
  return undefined
}

/** The weightiest of several signs, for the row that stands for them: of equals, the one about most environments. */
export const weightiestSummary = (
  signs: readonly (ComparisonSummary | undefined)[],
): ComparisonSummary | undefined =>
  signs
    .filter((sign) => sign !== undefined)
    .sort(
      (a, b) =>
        comparisonKinds.indexOf(a.kind) - comparisonKinds.indexOf(b.kind) ||
        b.environments.length - a.environments.length,
    )[0]

export const comparisonWords: Readonly<Record<ComparisonKind, string>> = {
  'same-secret': 'Same secret',
  missing: 'Missing',
  different: 'Differs',
  same: 'Same',
  alone: 'Only here',
}

/** `Differs in staging`, `Missing in 2`, `Only here`. */
export function comparisonText({ kind, environments }: ComparisonSummary): string {
  const where = environments.length === 1 ? environments[0] : environments.length
  return kind === 'alone' ? comparisonWords.alone : `${comparisonWords[kind]} in ${where}`
}
