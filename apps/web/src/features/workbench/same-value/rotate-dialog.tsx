import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { FoundEnvironment, FoundVariable } from '@envhold/contract/variables/find.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Spinner } from '../../../ui/feedback/loading.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { asTyped, Textarea } from '../../../ui/forms/input.tsx'
import { notFilled } from '../../../ui/forms/text-field.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { projectsQuery } from '../../projects/project-queries.ts'
import { protectedLast } from '../../projects/protected-last.ts'
import { flipped } from '../arrangement/selection.ts'
import { StaleError, useVariableWrites } from '../data/variable-writes.ts'
import { GenerateValue } from '../form/generate-value.tsx'
import type { Rotation } from '../store/state.ts'
import { ProjectBoxes, useWritable } from './project-boxes.tsx'

interface Props {
  /** Hidden while the vault is locked; input is kept. */
  hidden: boolean
  rotation: Rotation
  here: Environment
  onClose: () => void
}

/** One new value for all variables that have the same one: first the value and the projects, then a review of all. */
export function RotateDialog({ hidden, rotation, here, onClose }: Props) {
  const { key, matches, value: given } = rotation
  const { data: known } = useQuery(projectsQuery(useApi()))
  const writable = useWritable()
  const [value, setValue] = useState(given ?? '')
  const [projects, setProjects] = useState(rotation.projects)
  const [isReview, setReview] = useState(false)
  const { states, isBusy, run } = useRotation(here, matches)
  const close = useUnsaved(value !== (given ?? '') && states.size === 0)
  const own = { id: here.project_id, name: known?.find(({ id }) => id === here.project_id)?.name ?? '' }
  const others = matches
    .filter((one) => projects.has(one.project.id) && writable(one))
    .flatMap((one) => one.environments.map((each) => targetOf(one.key, one.project, each)))
  // Without a value that is here already, here is written, too. The protected environments come last.
  const targets = [...(given === undefined ? [targetOf(key, own, here)] : []), ...others].sort((a, b) =>
    protectedLast(a.environment, b.environment),
  )
  const done = targets.filter(({ id }) => states.get(id) === 'done').length
  const isDone = states.size > 0 && done === targets.length
  const environments = formatCount(targets.length, 'environment')
  return (
    <Dialog
      open={!hidden}
      onOpenChange={(open) => !open && !isBusy && close(onClose)}
      title={<span className="break-all">Rotate {key}</span>}
      description={
        isReview
          ? `Each environment gets the new value as a version of its own, the protected ones last.`
          : 'One new value, for every variable that has the value of today.'
      }
      size="lg"
      firm={isBusy}
    >
      {isReview ? (
        <Targets targets={targets} states={states} />
      ) : (
        <>
          <div className="grid gap-3">
            <Field label="New value">
              <Textarea
                {...notFilled}
                autoFocus
                value={value}
                onChange={({ target }) => setValue(target.value)}
                {...asTyped}
                rows={3}
                className="max-h-[30vh] resize-y font-mono field-sizing-content"
              />
            </Field>
            <GenerateValue onGenerate={setValue} />
          </div>
          <section aria-label="Projects" className="rounded-md border py-1">
            <ProjectBoxes
              matches={matches}
              isChosen={(id) => projects.has(id)}
              onFlip={(id) => setProjects(flipped(projects, id))}
            />
          </section>
        </>
      )}
      <DialogActions busy={isBusy}>
        {isReview && states.size === 0 && (
          <Button variant="secondary" onClick={() => setReview(false)}>
            Back
          </Button>
        )}
        {!isDone && (
          <Button variant="secondary" disabled={isBusy} onClick={() => close(onClose)}>
            {done > 0 ? 'Close' : 'Cancel'}
          </Button>
        )}
        {isDone && <Button onClick={onClose}>Done</Button>}
        {!isDone && isReview && (
          <Button busy={isBusy} onClick={() => void run(targets, value)}>
            {states.size > 0 && !isBusy ? 'Try again' : `Rotate in ${environments}`}
          </Button>
        )}
        {!isReview && (
          <Button disabled={value === '' || targets.length === 0} onClick={() => setReview(true)}>
            Review {environments}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface TargetsProps {
  targets: readonly RotationTarget[]
  states: ReadonlyMap<string, RotationState>
}

const Targets = ({ targets, states }: TargetsProps) => {
  const label = useId()
  return (
    <div className="grid gap-2">
      <h3 id={label} className="text-small text-ink-3">
        In this order
      </h3>
      <ul aria-labelledby={label} aria-live="polite" className="grid rounded-md border bg-surface py-1">
        {targets.map(({ id, key, project, environment }) => {
          const state = states.get(id)
          return (
            <li
              key={id}
              className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1.5"
            >
              <TargetIcon state={state} />
              <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                <span className="truncate">{project.name}</span>
                <EnvironmentName environment={environment} />
              </span>
              <span className="truncate font-mono text-small text-ink-3 max-md:col-start-2">{key}</span>
              {typeof state === 'object' && (
                <span className="col-start-2 col-end-4 text-small text-bad">{state.problem}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function TargetIcon({ state }: { state: RotationState | undefined }) {
  if (state === undefined) return <CircleDashed aria-hidden="true" className="size-4 text-ink-3" />
  if (state === 'writing') return <Spinner />
  if (state === 'done') return <Check role="img" aria-label="Written" className="size-4 text-good" />
  return <TriangleAlert role="img" aria-label="Not written" className="size-4 text-bad" />
}

/** A variable that gets the new value. */
interface RotationTarget {
  readonly id: string
  readonly key: string
  readonly project: Pick<FoundVariable['project'], 'id' | 'name'>
  readonly environment: FoundEnvironment
}

const targetOf = (
  key: string,
  project: RotationTarget['project'],
  environment: FoundEnvironment,
): RotationTarget => ({ id: `${environment.id}/${key}`, key, project, environment })

type RotationState = 'writing' | 'done' | { readonly problem: string }

/** Writes the new value to one environment after the other. One that fails does not stop the others. */
function useRotation(here: Environment, matches: readonly FoundVariable[]) {
  const writesIn = useVariableWrites(
    here,
    matches.flatMap(({ environments }) => environments),
  )
  const [states, setStates] = useState<ReadonlyMap<string, RotationState>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const set = (id: string, state: RotationState) => setStates((known) => new Map(known).set(id, state))

  /** What is written already is not written again. */
  const run = async (targets: readonly RotationTarget[], value: string): Promise<void> => {
    setBusy(true)
    for (const { id, key, environment } of targets.filter((each) => states.get(each.id) !== 'done')) {
      set(id, 'writing')
      try {
        await writesIn(environment).put(key, { value })
        set(id, 'done')
      } catch (error) {
        const isCancelled = isPromptCanceled(error)
        const problem = error instanceof StaleError ? error.message : errorText(error, texts)
        set(id, { problem: isCancelled ? 'Not written.' : problem })
        if (isCancelled) break
      }
    }
    setBusy(false)
  }
  return { states, isBusy, run }
}

const texts = { fallback: 'The new value could not be written' }
