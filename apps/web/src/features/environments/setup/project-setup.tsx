import type { Project } from '@envhold/contract/projects/projects.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { ProgressBar } from '../../../ui/feedback/loading.tsx'
import { previewPasted } from './paste-parts.tsx'
import { countVariables, useRunSetup } from './run-setup.ts'
import { nameProblems, type SetupState, setupText } from './setup-draft.ts'
import { SetupNames } from './setup-names.tsx'
import { SetupFailure, SetupStep } from './setup-parts.tsx'
import { SetupPaste } from './setup-paste.tsx'

const CopyProjectDialog = deferred(async () => (await import('./copy-project-dialog.tsx')).CopyProjectDialog)

const nothing: Variables = new Map()

interface Props {
  project: Project
  setup: SetupState
  /** Opens an environment when all is done; without an id, the list. */
  onDone: (environmentId?: number) => void
}

/** The first page of an empty project: its environments and its variables, with one button. */
export function ProjectSetup({ project, setup, onDone }: Props) {
  const { draft, onDraft, progress } = setup
  const [isCopying, setCopying] = useState(false)
  const isTouched = draft.text.trim() !== '' || draft.copiedFrom !== undefined || progress !== undefined
  const close = useUnsaved(isTouched)
  const text = useDeferredValue(draft.text)
  const preview = useMemo(() => previewPasted(text), [text])
  const pasted = preview.kind === 'ready' ? preview.after : nothing
  const { values, empties } = countVariables(draft, pasted)
  const busy = progress !== undefined
  const { failure, run } = useRunSetup(project.id, setup, pasted, onDone)
  const unreadable = draft.text.trim() !== '' && (preview.kind !== 'ready' || text !== draft.text)
  const isValid = nameProblems(draft.environments).size === 0 && !unreadable
  const started = draft.environments.filter(({ id }) => id !== undefined)

  return (
    <section aria-label={`Set up ${project.name}`} className="mx-auto grid max-w-190 gap-7 py-4 md:py-6">
      <div className="grid gap-1">
        <h2 className="text-title font-semibold break-words">Set up {project.name}</h2>
        <p className="text-ink-2">
          No environments yet. Create your first environment! Three are ready below, and your .env can go
          straight into one of them.
        </p>
      </div>
      <SetupStep
        number={1}
        title="Environments"
        hint="Rename or remove what you do not need; more can follow."
      >
        <SetupNames draft={draft} onDraft={onDraft} busy={busy} />
        {draft.copiedFrom && (
          <p className="text-small text-ink-2">
            Environments and names of {draft.copiedFrom}, without its values.
          </p>
        )}
      </SetupStep>
      <SetupStep
        number={2}
        title="Paste your .env"
        hint="Or drop the file here, or choose it. Dotenv and JSON are understood. Values are stored encrypted."
      >
        <SetupPaste draft={draft} onDraft={onDraft} preview={preview} busy={busy} />
        {failure && <SetupFailure failure={failure} existing={started.map(({ name }) => name)} />}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            disabled={!isValid}
            busy={busy}
            onClick={run}
            className="max-md:h-auto max-md:min-h-9 max-md:w-full max-md:py-2 max-md:whitespace-normal"
          >
            {setupText(draft, values, empties)}
          </Button>
          <p role="status" className="text-small text-ink-2">
            {progress && `${progress}…`}
          </p>
        </div>
        {busy && (
          <ProgressBar
            label="Environments that are ready"
            value={draft.environments.filter(({ saved }) => saved).length}
            max={draft.environments.length}
          />
        )}
      </SetupStep>
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-small md:pl-10">
        <Button variant="link" disabled={busy} onClick={() => close(setup.onClose)} className="text-small">
          {started.length > 0 ? 'Finish later' : 'Start empty'}
        </Button>
        {started.length === 0 && (
          <Button variant="link" disabled={busy} onClick={() => setCopying(true)} className="text-small">
            Copy another project
          </Button>
        )}
      </p>
      {isCopying && (
        <CopyProjectDialog
          projectId={project.id}
          onCopied={(environments, name) =>
            onDraft({
              ...draft,
              environments,
              copiedFrom: name,
              target: environments[0]?.key ?? draft.target,
            })
          }
          onClose={() => setCopying(false)}
        />
      )}
    </section>
  )
}
