import type { Environment } from '@envhold/contract/environments/environments.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { namesText } from '../data/describe-changes.ts'
import type { useCopy } from './use-copy.ts'
import type { CopyTarget } from './use-copy-targets.ts'

interface MoveNoteProps {
  environment: Environment
  keys: readonly string[]
  moving: readonly string[]
  targets: readonly CopyTarget[]
}

/** What the source loses, and what stays there. */
export function MoveNote({ environment, keys, moving, targets }: MoveNoteProps) {
  const staying = keys.length - moving.length
  return (
    <p className="text-small text-ink-2">
      {moving.length > 0
        ? `${moving.length === keys.length ? (keys.length === 1 ? 'It is' : 'They are') : `${moving.length} of ${keys.length} are`} deleted from ${environment.name} once ${targets.length === 1 ? 'it was' : 'all were'} written.`
        : `Nothing is deleted from ${environment.name}.`}
      {staying > 0 &&
        ` ${formatCount(staying, 'variable')} ${staying === 1 ? 'stays: another value is left where it' : 'stay: another value is left where they'} would go.`}
      {environment.protected && moving.length > 0 && ` ${environment.name} is protected.`}
    </p>
  )
}

interface FailuresProps extends Pick<ReturnType<typeof useCopy>, 'done' | 'failed'> {
  source: Environment
  isMove: boolean
}

export function CopyFailures({ done, failed, source, isMove }: FailuresProps) {
  const sourceFailed = failed.find(({ environment }) => environment.id === source.id)
  const written = done.filter(({ after }) => after.id !== source.id).map(({ after }) => after.name)
  return (
    <Banner
      tone="bad"
      title={sourceFailed ? `Nothing was deleted from ${source.name}` : 'Not everything was written'}
    >
      {sourceFailed && `${sourceFailed.problem} `}
      {written.length > 0 && `Written: ${namesText(written)}. `}
      {!sourceFailed &&
        `Not written: ${namesText(failed.map(({ environment }) => environment.name))}. ${isMove ? `Nothing was deleted from ${source.name}. ` : ''}`}
      Trying again writes only what is missing.
    </Banner>
  )
}
