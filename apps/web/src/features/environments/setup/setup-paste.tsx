import { type DragEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { EnvironmentDot } from '../../projects/environment-name.tsx'
import { Notes } from '../../workbench/import/change-list.tsx'
import type { ImportSource, Preview } from '../../workbench/import/import-preview.ts'
import { readSource, SourceFile, SourceText } from '../../workbench/import/source-fields.tsx'
import { FoundKeys, warningsOf } from './paste-parts.tsx'
import { markedOf, type SetupDraft, type SetupEnvironment, targetOf } from './setup-draft.ts'

interface Props {
  draft: SetupDraft
  onDraft: (draft: SetupDraft) => void
  preview: Preview
  busy: boolean
}

/** Takes a `.env` text and shows the keys that it holds; a value shows only while the text itself is edited. */
export function SetupPaste({ draft, onDraft, preview, busy }: Props) {
  const [isTyping, setTyping] = useState(false)
  const target = targetOf(draft)
  const doubts = useWarnings(preview, target)
  const isReady = preview.kind === 'ready'
  const put = ({ text, file }: ImportSource) => {
    onDraft({ ...draft, text, file })
    setTyping(false)
  }
  const field = useRef<HTMLTextAreaElement>(null)
  /** The button that was pressed is gone then: the field gets the focus. */
  const edit = (text = draft.text) => {
    flushSync(() => {
      if (text !== draft.text) put({ text })
      setTyping(true)
    })
    field.current?.focus()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) void readSource(file, put)
    else put({ text: event.dataTransfer.getData('text') })
  }
  const showsText = isTyping || draft.text.trim() === ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can also be chosen by the button.
    <div
      onDragOver={(event) => !busy && event.preventDefault()}
      onDrop={(event) => !busy && drop(event)}
      className="overflow-clip rounded-lg border border-control-line bg-surface"
    >
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b py-1.5 pr-2 pl-4">
        <label htmlFor="setup-target" className="text-small text-ink-2">
          Into
        </label>
        {target && <EnvironmentDot environment={target} />}
        <Select
          id="setup-target"
          value={target?.key}
          disabled={busy || target?.saved !== undefined}
          onChange={(event) => onDraft({ ...draft, target: event.target.value })}
          className="w-auto max-w-44 min-w-32"
        >
          {draft.environments
            .filter(({ saved, key }) => !saved || key === target?.key)
            .map(({ key, name }) => (
              <option key={key} value={key}>
                {name || 'no name'}
              </option>
            ))}
        </Select>
        <span className="flex-1" />
        <SourceFile variant="ghost" label="Choose a .env file" disabled={busy} onSource={put}>
          Choose a file
        </SourceFile>
        {draft.text !== '' && (
          <>
            {!isTyping && (
              <Button variant="ghost" size="sm" disabled={busy} onClick={() => edit()}>
                Edit text
              </Button>
            )}
            <Button variant="ghost" size="sm" disabled={busy} onClick={() => edit('')}>
              Clear
            </Button>
          </>
        )}
      </div>
      {showsText ? (
        <SourceText
          ref={field}
          aria-label="Text of the .env file"
          text={draft.text}
          disabled={busy}
          onText={(text) => {
            setTyping(true)
            onDraft({ ...draft, text, file: undefined })
          }}
          onSource={put}
          rows={6}
          className="block max-h-[40vh] resize-y rounded-none border-0 px-4 font-mono text-small focus-visible:-outline-offset-2"
        />
      ) : (
        isReady && <FoundKeys keys={preview.changes.added} doubts={doubts} />
      )}
      {preview.kind === 'refused' && (
        <Banner tone="bad" title="This text cannot be imported" className="m-3">
          <Notes notes={preview.problems} />
        </Banner>
      )}
      {preview.kind === 'empty' && draft.text.trim() !== '' && (
        <p role="status" className="px-4 py-3 text-small text-ink-3">
          No variables found. Put each one on its own line: KEY=value.
        </p>
      )}
      {isReady && (
        <PasteSummary
          draft={draft}
          onDraft={onDraft}
          count={preview.count}
          warnings={doubts.size}
          busy={busy}
        />
      )}
    </div>
  )
}

function useWarnings(preview: Preview, target: SetupEnvironment | undefined): ReadonlyMap<string, string> {
  const name = target?.name ?? ''
  const isProtected = target !== undefined && markedOf(target).protected
  return useMemo(
    () => (preview.kind === 'ready' ? warningsOf(preview, { name, isProtected }) : new Map<string, string>()),
    [preview, name, isProtected],
  )
}

interface PasteSummaryProps {
  draft: SetupDraft
  onDraft: (draft: SetupDraft) => void
  /** How many variables were found, and how many of them have a warning. */
  count: number
  warnings: number
  busy: boolean
}

/** What was found, and whether the other environments get the same names. */
const PasteSummary = ({ draft, onDraft, count, warnings, busy }: PasteSummaryProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-4 py-3 text-small">
    <p role="status">
      <span className="font-semibold tabular-nums">{formatCount(count, 'variable')}</span>
      {draft.file && <span className="text-ink-2"> from {draft.file}</span>}
      {warnings > 0 && <span className="text-ink-2"> · {warnings} worth a second look</span>}
    </p>
    {draft.environments.length > 1 && (
      <Checkbox
        label="Add the same keys, empty, to the other environments"
        checked={draft.repeatsNames}
        disabled={busy}
        onChange={(event) => onDraft({ ...draft, repeatsNames: event.target.checked })}
      />
    )}
  </div>
)
