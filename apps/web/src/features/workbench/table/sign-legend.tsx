import { type ComparisonKind, comparisonKinds } from '../comparison/comparison.ts'
import { ComparisonIcon } from '../comparison/comparison-icon.tsx'
import type { OtherEnvironments } from '../comparison/use-other-environments.ts'

const words: Readonly<Record<ComparisonKind, string>> = {
  'same-secret': 'secret shared with a protected environment',
  missing: 'missing elsewhere',
  different: 'differs',
  same: 'same',
  alone: 'only here',
}

const notRead = (names: readonly string[]) =>
  names.length === 1
    ? `${names[0]} could not be read, and is not compared`
    : `${names.length} environments could not be read, and are not compared`

/** The signs in words, and whether all environments are compared. */
export function ComparisonLegend({ others }: { others: OtherEnvironments }) {
  const { read, failed, isSettled } = others
  return (
    <>
      {failed.length > 0 && (
        <p role="status" title={failed.join(', ')} className="truncate">
          {notRead(failed)}
        </p>
      )}
      {!isSettled && <p>Comparing environments…</p>}
      {isSettled && read.length > 0 && (
        <p className="flex items-center gap-4 max-[87.5rem]:hidden">
          {comparisonKinds.map((kind) => (
            <span key={kind} className="flex items-center gap-1.5">
              <ComparisonIcon kind={kind} />
              {words[kind]}
            </span>
          ))}
        </p>
      )}
    </>
  )
}
