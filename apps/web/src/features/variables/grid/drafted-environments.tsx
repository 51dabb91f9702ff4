import type { Environment } from '@envhold/contract/environments.ts'
import { EnvironmentDot } from '../../projects/environment-dot.tsx'
import { ProtectedMark } from '../../projects/protected-mark.tsx'

const maxNamed = 4

/** The environments with drafts; of many, the protected ones are always named. */
export function DraftedEnvironments({ environments }: { environments: readonly Environment[] }) {
  const protectedOnes = environments.filter((each) => each.protected)
  const others = environments.filter((each) => !each.protected)
  const named = others.slice(0, Math.max(1, maxNamed - protectedOnes.length))
  const more = others.length - named.length
  const name = (environment: Environment) => (
    <li key={environment.id} className="flex min-w-0 items-center gap-2">
      <EnvironmentDot environment={environment} />
      <span className="max-w-40 truncate">{environment.name}</span>
      <ProtectedMark environment={environment} />
    </li>
  )
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      {named.map(name)}
      {more > 0 && <li>{more} more</li>}
      {protectedOnes.map(name)}
    </ul>
  )
}
