import type { Environment } from '@envhold/contract/environments.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EnvironmentDot } from '../projects/environment-dot.tsx'
import { ProtectedMark } from '../projects/protected-mark.tsx'

interface Props {
  environment: Environment
  /** Opens its variables; without it, the name is no link. */
  onOpen?: () => void
}

/** An environment's name in a list, with its marks. */
export function EnvironmentName({ environment, onOpen }: Props) {
  const { name } = environment
  return (
    <span className="flex items-center gap-2">
      <EnvironmentDot environment={environment} hollow={environment.variable_count === 0} />
      {onOpen ? (
        <Button variant="link" onClick={onOpen} className="min-w-0 shrink text-small">
          <span className="truncate" title={name}>
            {name}
          </span>
        </Button>
      ) : (
        <span className="truncate font-medium">{name}</span>
      )}
      <ProtectedMark environment={environment} />
      {environment.rekey_pending && <Badge>new key pending</Badge>}
    </span>
  )
}
