import { cn } from '../../../ui/class-names.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { EnvironmentDot } from '../../projects/environment-dot.tsx'
import { compareWithOthers, comparisonKinds, type ReadEnvironment } from '../comparison/comparison.ts'
import { ComparisonIcon } from '../comparison/comparison-icon.tsx'
import type { OtherEnvironments } from '../comparison/use-other-environments.ts'

const maxEnvironments = 4

interface Compared {
  readonly here: Pick<ReadEnvironment, 'protected' | 'variables'>
  readonly others: OtherEnvironments
}

/** The environments of the strip, and a row's marks, as `12:same 13:missing`: one text, so that rows stay memoised. */
export function useComparisonStrip({ here, others }: Compared) {
  const isWide = useMedia('(width >= 137.5rem)')
  const environments = isWide
    ? others.read.filter(({ variables }) => variables.size > 0).slice(0, maxEnvironments)
    : []
  const marksOf = (key: string) =>
    compareWithOthers(key, here, environments)
      .map(([{ id }, kind]) => `${id}:${kind}`)
      .join(' ')
  return { environments, marksOf }
}

/** How a variable stands in each environment, on very wide screens. The sign beside it says it in words. */
export const ComparisonStrip = ({ marks }: { marks: string }) => (
  <div aria-hidden="true" className="cell-signs">
    {marks.split(' ').map((mark) => {
      const kind = comparisonKinds.find((each) => mark.endsWith(`:${each}`))
      return (
        <span key={mark} className={cn(kind === 'same-secret' ? 'text-warn' : 'text-ink-3')}>
          {kind && <ComparisonIcon kind={kind} />}
        </span>
      )
    })}
  </div>
)

export const ComparisonStripHead = ({ environments }: { environments: readonly ReadEnvironment[] }) => (
  <div aria-hidden="true" className="cell-signs">
    {environments.map((environment) => (
      <span key={environment.id} title={environment.name} className="flex min-w-0 items-center gap-2">
        <EnvironmentDot environment={environment} />
        <span className="truncate">{environment.name}</span>
      </span>
    ))}
  </div>
)
