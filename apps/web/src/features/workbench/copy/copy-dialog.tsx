import type { Environment } from '@envhold/contract/environments/environments.ts'
import { movedKeys, type OnExisting } from '@envhold/formats/copy-plan.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { ErrorState } from '../../../ui/feedback/states.tsx'
import { ChoiceCards, SegmentedControl } from '../../../ui/forms/choices.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { environmentsQuery } from '../../projects/project-queries.ts'
import { flipped } from '../arrangement/selection.ts'
import { type ReadVariables, variablesQuery } from '../data/variable-queries.ts'
import { CopyFailures, CopyTargetRow, MoveNote } from './copy-target-row.tsx'
import { buttonText, useCopy, useCopyTargets } from './use-copy.ts'

const acts = [
  { value: 'copy', label: 'Copy' },
  { value: 'move', label: 'Move' },
] as const

/** What happens to values that a copy would replace. */
const existingLabel = 'Where a key has another value or note'
const existingChoices = [
  { value: 'skip', title: 'Leave it', hint: 'Only what is new is written.' },
  { value: 'replace', title: 'Replace it', hint: 'The history keeps the other one.' },
] as const

interface Props {
  environment: Environment
  variables: Variables
  keys: readonly string[]
  isMove: boolean
  onClose: () => void
}

/** Copies variables to other environments of the project, or moves them there. */
export function CopyDialog({ environment, variables, keys: wanted, isMove: isMoveAsked, onClose }: Props) {
  const connection = useConnection()
  const environments = useQuery(environmentsQuery(connection.api, environment.project_id))
  const read = useQuery({ ...variablesQuery(connection, environment.id), enabled: false }).data
  const source: ReadVariables = read ?? { environment, version: environment.version, variables, tag: null }
  // What was moved is gone from the source, and still belongs to this dialog.
  const [keys] = useState(wanted)
  const [act, setAct] = useState<'copy' | 'move'>(isMoveAsked ? 'move' : 'copy')
  const [onExisting, setOnExisting] = useState<OnExisting>('skip')
  const [picked, setPicked] = useState<ReadonlySet<number>>()
  const others = environments.data?.filter(({ id }) => id !== environment.id) ?? []
  const [only] = others
  const preselected = only && others.length === 1 && !only.protected ? [only.id] : []
  const chosenIds = picked ?? new Set(preselected)
  const chosen = others.filter(({ id }) => chosenIds.has(id))
  const targets = useCopyTargets(chosen, { source: source.variables, keys, onExisting })
  const isMove = act === 'move'
  const copy = useCopy({ source, targets, isMove, onExisting }, onClose)
  const plans = targets.flatMap(({ plan }) => (plan ? [plan] : []))
  const moving = isMove ? movedKeys(plans, onExisting) : []
  const isReady = targets.length > 0 && targets.every(({ plan, problem }) => plan && !problem)
  const hasExisting = plans.some(({ replaced }) => replaced.length > 0)
  const writes = targets.some(({ keys: written }) => written.length > 0) || moving.length > 0
  const close = () => {
    if (copy.busy) return
    copy.leave()
    onClose()
  }
  const what = keys.length === 1 ? (keys[0] ?? '') : formatCount(keys.length, 'variable')

  return (
    <Dialog
      onClose={close}
      title={<span className="break-all">{`${isMove ? 'Move' : 'Copy'} ${what}`}</span>}
      description={
        <>
          From <EnvironmentName environment={environment} className="ml-0.5 font-medium text-ink" />, with{' '}
          {keys.length === 1 ? 'its note' : 'their notes'}. Each environment gets one new version.
        </>
      }
      size="lg"
      firm={copy.busy}
    >
      <SegmentedControl
        label="Copy or move"
        options={acts}
        value={act}
        onValueChange={setAct}
        className="justify-self-start"
      />
      {environments.isPending && <Skeleton className="h-24" />}
      {environments.isError && (
        <ErrorState
          title="The environments did not load"
          onRetry={() => environments.refetch()}
          busy={environments.isFetching}
        >
          {errorText(environments.error)}
        </ErrorState>
      )}
      {environments.isSuccess && others.length === 0 && (
        <p className="text-ink-2">This project has no other environment that you can access.</p>
      )}
      {others.length > 0 && (
        <ul
          aria-label="Environments"
          className="grid content-start rounded-md sm:max-h-[42vh] sm:overflow-y-auto border bg-surface"
        >
          {others.map((each) => (
            <CopyTargetRow
              key={each.id}
              environment={each}
              target={targets.find((target) => target.environment.id === each.id)}
              disabled={copy.busy}
              state={stateOf(each.id, copy)}
              onFlip={() => setPicked(flipped(chosenIds, each.id))}
            />
          ))}
        </ul>
      )}
      {hasExisting && (
        <div className="grid gap-1.5">
          <p aria-hidden="true" className="text-small font-medium">
            {existingLabel}
          </p>
          <ChoiceCards
            label={existingLabel}
            options={existingChoices}
            value={onExisting}
            onValueChange={setOnExisting}
          />
        </div>
      )}
      {isMove && isReady && (
        <MoveNote environment={environment} keys={keys} moving={moving} targets={targets} />
      )}
      {copy.failed.length > 0 && <CopyFailures {...copy} source={environment} isMove={isMove} />}
      <DialogActions busy={copy.busy}>
        <Button variant="secondary" disabled={copy.busy} onClick={close}>
          {copy.done.length > 0 ? 'Close' : 'Cancel'}
        </Button>
        <Button
          variant={moving.length > 0 ? 'danger' : 'primary'}
          disabled={!isReady || !writes}
          busy={copy.busy}
          onClick={copy.start}
        >
          {copy.failed.length > 0 ? 'Try again' : buttonText(isMove, environment, chosen)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function stateOf(id: number, { done, failed }: Pick<ReturnType<typeof useCopy>, 'done' | 'failed'>) {
  const failure = failed.find(({ environment }) => environment.id === id)
  if (failure) return { tone: 'bad' as const, text: `Not written. ${failure.problem}` }
  const write = done.find(({ after }) => after.id === id)
  return write && { tone: 'good' as const, text: `Written as version ${write.after.version}` }
}
