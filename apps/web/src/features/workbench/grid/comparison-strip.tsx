import { cn } from '../../../ui/class-names.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { EnvironmentDot } from '../../projects/environment-dot.tsx'
import type { compareWithOthers } from '../comparison/comparison.ts'
import { ComparisonIcon } from '../comparison/comparison-icon.tsx'
import type { OtherEnvironments } from '../comparison/use-other-environments.ts'

const maxEnvironments = 4

export const useIsStripShown = (): boolean => useMedia('(width >= 137.5rem)')

/** The environments of the strip. */
export const stripOf = ({ read }: OtherEnvironments) =>
  read.filter(({ variables }) => variables.size > 0).slice(0, maxEnvironments)

/** How a variable compares with each environment. The cell beside it says it in words. */
export const ComparisonStrip = ({ compared }: { compared: ReturnType<typeof compareWithOthers> }) => (
  <div aria-hidden="true" className="cell-signs">
    {compared.map(([{ id }, kind]) => (
      <span key={id} className={cn(kind === 'same-secret' ? 'text-warn' : 'text-ink-3')}>
        <ComparisonIcon kind={kind} />
      </span>
    ))}
  </div>
)

export const ComparisonStripHead = ({ environments }: { environments: ReturnType<typeof stripOf> }) => (
  <div aria-hidden="true" className="cell-signs">
    {environments.map((environment) => (
      <span key={environment.id} title={environment.name} className="flex min-w-0 items-center gap-2">
        <EnvironmentDot environment={environment} />
        <span className="truncate">{environment.name}</span>
      </span>
    ))}
  </div>
)
