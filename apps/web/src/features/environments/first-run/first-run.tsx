import { setUpMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showFieldErrors } from '../../../connection/api/error-text.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { useHasMasterPassword } from '../../keyring/master-password-status.ts'
import { previewPasted } from '../setup/paste-parts.tsx'
import { countVariables } from '../setup/run-setup.ts'
import { firstRunText, nameProblems, setupText } from '../setup/setup-draft.ts'
import { SetupNames } from '../setup/setup-names.tsx'
import { SetupStep } from '../setup/setup-parts.tsx'
import { SetupPaste } from '../setup/setup-paste.tsx'
import { FirstRecoverySheet, FirstRunDone, FirstRunFailure, MasterPasswordStep } from './first-run-parts.tsx'
import type { FirstProject } from './use-first-run.ts'
import { useFirstRun } from './use-first-run.ts'

const { name } = createProject.body.shape
const password = setUpMasterPassword.body.shape
const named = z.object({ ...password, name, masterPassword: z.string() })
const namedWithPassword = z.object({ ...password, name })
const nothing: Variables = new Map()

interface Props {
  /** Something is typed or under way, which must not be taken off the page. */
  onHold: (isHeld: boolean) => void
  /** What comes next, once variables are in an environment. */
  next: (project: FirstProject) => ReactNode
}

/** The first project of an account: name, environments, variables and, if there is none, the master password. */
export function FirstRun({ onHold, next }: Props) {
  const needsVault = useHasMasterPassword() === false
  const form = useForm<z.infer<typeof named>>({
    resolver: zodResolver(needsVault ? namedWithPassword : named),
    defaultValues: { name: '', masterPassword: '' },
  })
  const { errors } = form.formState
  const typed = form.watch()
  const { draft, setDraft, progress, projectId, sheet, failure, isLeft, done, run, leave } = useFirstRun(
    (error) => showFieldErrors(error.cause, ['name', 'masterPassword', 'confirmSamePassword'], form.setError),
  )
  const text = useDeferredValue(draft.text)
  const preview = useMemo(() => previewPasted(text), [text])
  const pasted = preview.kind === 'ready' ? preview.after : nothing
  const { values, empties } = countVariables(draft, pasted)
  const busy = progress !== undefined
  const hasProject = projectId !== undefined
  const isTouched = [typed.name, typed.masterPassword, draft.text].some((text) => text.trim() !== '')
  useUnsaved((isTouched || busy) && !isLeft && !done)
  useEffect(() => onHold(isTouched || busy), [isTouched, busy, onHold])
  const unreadable = draft.text.trim() !== '' && (preview.kind !== 'ready' || text !== draft.text)
  const isValid = nameProblems(draft.environments).size === 0 && !unreadable

  useEffect(() => {
    if (!needsVault) form.setValue('masterPassword', '')
  }, [needsVault, form])

  const submit = form.handleSubmit(async (fields) => {
    if (!isValid || busy) return
    const { name, ...password } = fields
    await run({ name, ...(needsVault && { password }) }, pasted)
  })
  return (
    <section aria-labelledby="first-run" className="rounded-lg border bg-surface px-4 py-6 md:px-6 md:py-8">
      {done ? (
        <FirstRunDone project={done}>{next(done)}</FirstRunDone>
      ) : (
        <form onSubmit={submit} noValidate className="mx-auto grid max-w-190 gap-7">
          <div className="grid gap-1">
            <p className="text-small text-ink-3">No owned projects yet</p>
            <h2 id="first-run" className="text-title font-semibold">
              Create your first project
            </h2>
            <p className="text-ink-2">A project holds the environments of one application.</p>
          </div>
          <SetupStep
            number={1}
            title="Project and environments"
            hint="Rename or remove the environments that you do not need; more can follow."
          >
            <Field label="Project name" error={errors.name?.message}>
              <Input
                {...form.register('name')}
                readOnly={busy || hasProject}
                autoFocus
                autoComplete="off"
                placeholder="Storefront"
                className="max-w-96"
              />
            </Field>
            <SetupNames draft={draft} onDraft={setDraft} busy={busy} />
          </SetupStep>
          <SetupStep
            number={2}
            title="Paste your .env"
            hint="Paste, drop or choose a dotenv or JSON file. Skip this to start with an empty project."
          >
            <SetupPaste draft={draft} onDraft={setDraft} preview={preview} busy={busy} />
          </SetupStep>
          {needsVault && (
            <MasterPasswordStep
              form={form}
              field={form.register('masterPassword')}
              value={typed.masterPassword}
              error={errors.masterPassword?.message}
              readOnly={busy}
            />
          )}
          <div className="grid gap-3 md:pl-10">
            {failure && (
              <FirstRunFailure
                failure={failure}
                project={typed.name}
                environments={draft.environments
                  .filter(({ id }) => id !== undefined)
                  .map((environment) => environment.name)}
              />
            )}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button
                type="submit"
                disabled={!isValid}
                busy={busy}
                className="max-md:h-auto max-md:min-h-9 max-md:w-full max-md:py-2 max-md:whitespace-normal"
              >
                {hasProject ? setupText(draft, values, empties) : firstRunText(draft, values, empties)}
              </Button>
              {hasProject && !busy && (
                <Button variant="link" onClick={() => leave(projectId)} className="text-small">
                  Finish later
                </Button>
              )}
              <p role="status" className="text-small text-ink-2">
                {progress && `${progress}…`}
              </p>
            </div>
          </div>
        </form>
      )}
      {sheet && <FirstRecoverySheet {...sheet} />}
    </section>
  )
}
