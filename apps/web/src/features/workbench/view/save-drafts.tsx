import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { protectedLast } from '../../projects/protected-last.ts'
import { variableErrors } from '../data/variable-errors.ts'
import { SaveReview } from '../drafts/review-dialog.tsx'
import type { Draft } from '../drafts/save-edits.ts'
import { useUnavailableText } from '../parts/unavailable-environment.tsx'
import { notifyRotation } from '../same-value/notify-rotation.ts'
import { countEdits, savableDrafts, unsavableDrafts } from '../store/drafts.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'

/** A bar that stays visible while there are unsaved edits: their number, their environments, and the save button. */
export function SaveDrafts() {
  const connection = useConnection()
  const { putDraft, discardDrafts } = useActions()
  const { environments, drafts: all, reads } = useParts('environments', 'drafts', 'reads')
  const [question, setQuestion] = useState<'review' | 'discard'>()
  const drafts = savableDrafts(all, environments)
  const count = countEdits(drafts)
  if (count === 0) return null
  // The protected ones last, also when saving.
  const touched = environments.filter(({ id }) => drafts.has(id)).sort(protectedLast)
  return (
    <section
      aria-label="Unsaved changes"
      data-floating-bar=""
      className="sticky bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100%-2*var(--gutter))] flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line-strong bg-raised py-2 pr-2 pl-4 shadow-high max-md:w-[calc(100%-2*var(--gutter))]"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1" aria-live="polite">
        <p className="whitespace-nowrap">
          <span className="font-semibold">{formatCount(count, 'unsaved change')}</span>
          <span className="text-ink-2 max-md:sr-only"> in</span>
        </p>
        <div className="max-md:sr-only">
          <DraftedEnvironments environments={touched} />
        </div>
      </div>
      <div className="flex gap-2 md:border-l md:border-line-strong md:pl-3">
        <Button variant="ghost" onClick={() => setQuestion('discard')}>
          Discard
        </Button>
        <Changing>
          <Button onClick={() => setQuestion('review')}>
            <span>
              Review<span className="max-md:sr-only"> and save {count}</span>
            </span>
          </Button>
        </Changing>
      </div>
      {question === 'discard' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setQuestion(undefined)}
          tone="warning"
          title={`Discard ${formatCount(count, 'change')}`}
          description="Your unsaved changes in the grid will be lost."
          confirmText="Discard changes"
          cancelText="Keep editing"
          onConfirm={discardDrafts}
        />
      )}
      {question === 'review' && (
        <SaveReview
          drafts={touched.flatMap((environment) => {
            const draft = drafts.get(environment.id)
            const base = reads.get(environment.id)?.variables ?? new Map()
            return draft ? [{ environment, draft, base }] : []
          })}
          on={{
            saved: ({ environment, warnings }) => {
              putDraft(environment.id, undefined)
              for (const { key, problem } of warnings.slice(0, 3))
                toast.warning(`${key}: ${problem}`, { kind: `warning about ${key}` })
            },
            finished: (saved) =>
              void notifyRotation(
                connection,
                saved.flatMap(({ undoable }) => undoable),
              ),
            failed: (error, { name }) =>
              toast.error(errorText(error, variableErrors.updateVariable), { description: name }),
            rebased: ({ id }, edits, { version }) =>
              putDraft(id, edits.size > 0 ? { version, edits } : undefined),
            close: () => setQuestion(undefined),
          }}
        />
      )}
    </section>
  )
}

const maxNamed = 4

/** The environments with drafts; of many, the protected ones are always named. */
function DraftedEnvironments({ environments }: { environments: readonly Environment[] }) {
  const protectedOnes = environments.filter((each) => each.protected)
  const others = environments.filter((each) => !each.protected)
  const named = others.slice(0, Math.max(1, maxNamed - protectedOnes.length))
  const more = others.length - named.length
  const name = (environment: Environment) => (
    <li key={environment.id} className="flex min-w-0">
      <EnvironmentName environment={environment} className="max-w-52" />
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

/** The names of environments, also of those that exist no more. */
export function useEveryName(): ReadonlyMap<number, string> {
  const environments = useWorkbench((state) => state.environments)
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  if (environments.some(({ id, name }) => names.get(id) !== name))
    setNames(new Map([...names, ...environments.map(({ id, name }) => [id, name] as const)]))
  return names
}

/** Edits of environments that exist no more, to copy or to discard. */
export function UnsavableDrafts({ names }: { names: ReadonlyMap<number, string> }) {
  const { environments, drafts } = useParts('environments', 'drafts')
  const unsavable = unsavableDrafts(drafts, environments)
  if (unsavable.length === 0) return null
  return (
    <div className="grid gap-3 px-(--gutter) py-4">
      {unsavable.map(([id, draft]) => (
        <UnsavableDraft key={id} id={id} name={names.get(id)} draft={draft} />
      ))}
    </div>
  )
}

function UnsavableDraft({ id, name, draft }: { id: number; name: string | undefined; draft: Draft }) {
  const { putDraft } = useActions()
  const projectId = useWorkbench(({ project }) => project.id)
  const title = useUnavailableText(projectId, { name })
  const typed = Object.fromEntries(
    [...draft.edits].flatMap(([key, edit]) => (edit ? [[key, edit.value]] : [])),
  )
  return (
    <Banner
      tone="warn"
      title={title}
      action={
        <span className="flex flex-wrap gap-2">
          <CopyButton labelled label="Copy as JSON" text={JSON.stringify(typed, null, 2)} />
          <Button variant="ghost" onClick={() => putDraft(id, undefined)}>
            Discard
          </Button>
        </span>
      }
    >
      What you typed for it cannot be saved, and stays until you discard it:{' '}
      <span className="font-mono text-small break-all text-ink">{[...draft.edits.keys()].join(', ')}</span>
    </Banner>
  )
}
