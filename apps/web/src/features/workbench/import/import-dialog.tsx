import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables, WriteMode } from '@envhold/formats/variables.ts'
import { useDeferredValue, useState } from 'react'
import { errorText, fieldErrors } from '../../../connection/api/error-text.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ChoiceCards } from '../../../ui/forms/choices.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { useAction } from '../../../ui/use-action.ts'
import { useFrozen } from '../../../ui/use-frozen.ts'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { changedKeys, countsOf } from '../data/describe-changes.ts'
import { variableErrors } from '../data/variable-errors.ts'
import { StaleError } from '../data/variable-writes.ts'
import { ChangeList, Notes } from './change-list.tsx'
import { formatNames, formatOf, type ImportSource, previewImport } from './import-preview.ts'
import { DotenvText } from './source-fields.tsx'
import { type TextPreview, useImportText, useTextPreview } from './use-import-text.ts'

interface Props {
  /** Hidden while the vault is locked; the text is kept. */
  hidden: boolean
  environment: Environment
  /** Undefined while they are not read. */
  before: Variables | undefined
  source: ImportSource
  onClose: () => void
}

const nothing: Variables = new Map()

const modes = [
  { value: 'merge', title: 'Merge', hint: 'Keep variables that are not in the text' },
  { value: 'replace', title: 'Replace', hint: 'Remove variables that are not in the text' },
] as const

/** Imports a `.env`, JSON or YAML text as one version: a preview by key, then one write. */
export function ImportDialog({ hidden, environment, before, source, onClose }: Props) {
  const [text, setText] = useState(source.text)
  const [file, setFile] = useState(source.file)
  const [mode, setMode] = useState<WriteMode>('merge')
  const [typing, setTyping] = useState(source.text === '')
  const { importText, readBefore } = useImportText(environment)
  const read = useDeferredValue(text)
  const { format, isLoading, preview: now } = useTextPreview(read, file, before, mode)
  const {
    run: save,
    isBusy: busy,
    problem: failure,
  } = useAction<unknown>(
    async () => {
      if (now.kind === 'unread') await readBefore()
      else if (now.kind === 'ready') {
        await importText({ text: read, format }, mode, now)
        onClose()
      }
    },
    (error) => (isPromptCanceled(error) ? undefined : error),
  )
  const close = useUnsaved({ isDirty: text.trim() !== '', isBusy: busy })
  // Once imported, nothing differs: the keys are ticked off instead.
  const preview = useFrozen(now, busy)
  const isSaved = busy && now.kind === 'ready' && changedKeys(now.changes).length === 0
  const ready = preview.kind === 'ready' ? preview : undefined
  // A pasted text makes room for what it changes, once that is known.
  const isTextVisible = typing || preview.kind === 'unread'
  const changes = ready?.changes
  const counted = changes ? changedKeys(changes).length : 0

  const put = (next: ImportSource) => {
    setText(next.text)
    setFile(next.file)
    setTyping(
      formatOf(next) === 'dotenv' && previewImport(next.text, before ?? nothing, mode).kind !== 'ready',
    )
  }

  return (
    <Dialog
      open={!hidden}
      onOpenChange={(open) => !open && close(onClose)}
      title={
        <>
          Import into <EnvironmentName environment={environment} />
        </>
      }
      description={
        ready && !typing
          ? `${formatCount(ready.count, 'variable')} read as ${formatNames[format]}${file ? ` from ${file}` : ''}: ${countsOf(ready.changes)}, ${ready.changes.unchanged.length} unchanged.`
          : 'Paste the text of a .env, JSON or YAML file, or choose a file. You review the changes before anything is saved.'
      }
      size="lg"
    >
      <div className="grid gap-4">
        {failure !== undefined && <ImportFailure failure={failure} />}
        {isTextVisible && (
          <DotenvText
            text={text}
            onText={(next) => {
              setText(next)
              setTyping(true)
            }}
            onSource={put}
          />
        )}
        {preview.kind === 'empty' && read.trim() !== '' && (
          <p role="status" className="text-small text-ink-3">
            {isLoading ? 'Reading YAML …' : 'No variables found. Put each one on its own line: KEY=value.'}
          </p>
        )}
        {preview.kind === 'unread' && (
          <p role="status" className="text-small text-ink-3">
            Unlock the vault to see what this text changes in {environment.name}.
          </p>
        )}
        {preview.kind === 'refused' && (
          <Banner tone="bad" title={`This text cannot be imported as ${formatNames[format]}`}>
            <Notes notes={preview.problems} />
          </Banner>
        )}
        {ready && (
          <>
            <ChoiceCards label="How to import" options={modes} value={mode} onValueChange={setMode} />
            <ReadyChanges ready={ready} isSaved={isSaved} />
          </>
        )}
        <DialogActions busy={busy}>
          {!isTextVisible && (
            <Button variant="ghost" className="sm:mr-auto" onClick={() => setTyping(true)}>
              Show and edit text
            </Button>
          )}
          <Button variant="secondary" disabled={busy} onClick={() => close(onClose)}>
            Cancel
          </Button>
          <Button
            variant={changes && changes.removed.length > 0 ? 'danger' : 'primary'}
            disabled={preview.kind === 'unread' ? text.trim() === '' : counted === 0}
            busy={busy}
            onClick={save}
          >
            {saveText(counted, changes?.removed.length ?? 0, preview.kind, environment.name)}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

/** What a text changes, and what deserves a second look. */
function ReadyChanges({
  ready,
  isSaved,
}: {
  ready: Extract<TextPreview, { kind: 'ready' }>
  isSaved: boolean
}) {
  return (
    <>
      <ChangeList
        changes={ready.changes}
        isSaved={isSaved}
        marks={{
          notes: ready.notes,
          empty: new Set([...ready.read].flatMap(([key, { value }]) => (value === '' ? [key] : []))),
          flagged: new Set(ready.warnings.map(({ key }) => key ?? '')),
        }}
      />
      {ready.untouched.length > 0 && (
        <p className="text-small text-ink-3">
          {ready.untouched.length} other{' '}
          {ready.untouched.length === 1 ? 'variable stays as it is' : 'variables stay as they are'}.
        </p>
      )}
      {ready.warnings.length > 0 && (
        <Banner tone="warn" title="Worth a second look">
          <Notes notes={ready.warnings} />
        </Banner>
      )}
    </>
  )
}

function ImportFailure({ failure }: { failure: unknown }) {
  if (failure instanceof StaleError)
    return (
      <Banner tone="warn">{failure.message} The list below is up to date. Import again to continue.</Banner>
    )
  return (
    <Banner tone="bad" title={errorText(failure, variableErrors.importVariables)}>
      <Notes
        notes={fieldErrors(failure).map(({ path, message }) => ({
          line: 0,
          ...(path !== 'dotenv' && { key: path }),
          problem: message,
        }))}
      />
    </Banner>
  )
}

const saveText = (changes: number, removed: number, kind: TextPreview['kind'], environment: string) => {
  if (kind === 'unread') return 'Unlock and preview'
  if (kind !== 'ready') return `Import into ${environment}`
  if (changes === 0) return 'Nothing to import'
  if (removed > 0) return `Import into ${environment} and remove ${removed}`
  return `Import ${formatCount(changes, 'change')} into ${environment}`
}
