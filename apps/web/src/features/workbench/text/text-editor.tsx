import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Changing, useBlocked } from '../../../ui/feedback/blocked.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { runInSlices } from '../comparison/run-in-slices.ts'
import { changedKeys, countsOf } from '../data/describe-changes.ts'
import { variableErrors } from '../data/variable-errors.ts'
import { applyEdits, changesIn, type OpenedText } from '../drafts/edits.ts'
import { emptyKeys, SaveReview } from '../drafts/review-dialog.tsx'
import { Notes } from '../import/change-list.tsx'
import { BlockedInput } from '../parts/blocked-input.tsx'
import { openedAt, readTextSteps, type TextReading, textOf, unedited } from './environment-text.ts'
import { NumberedText } from './numbered-text.tsx'

interface Props {
  environment: Environment
  opened: OpenedText
  canWrite: boolean
  onChange: (opened: OpenedText) => void
  onClose: () => void
}

/** Edits the text: shows its problems and the changes, and saves them. */
export function TextEditor({ environment, opened, canWrite, onChange, onClose }: Props) {
  const { base, stored, text, version, leftOut } = opened
  const field = useRef<HTMLTextAreaElement>(null)
  const [reviewing, setReviewing] = useState(false)
  const reason = useBlocked()
  const { reading, isCurrent } = useReading(opened)
  const changes = useMemo(
    () => (reading.kind === 'read' ? changesIn(reading.edits, base) : undefined),
    [reading, base],
  )
  const count = changes ? changedKeys(changes).length : 0
  // The text was requested, so it gets the focus; in the next frame, because that lays out all of its lines.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  const close = useUnsaved(text !== stored)

  const goToLine = (line: number) => {
    const lines = text.split('\n')
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
    field.current?.focus()
    field.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  }

  return (
    <div className="grid min-w-0 gap-3">
      {leftOut.length > 0 && (
        <Banner tone="info" title="Not every value fits a .env text">
          <span className="font-mono text-small break-all text-ink">{leftOut.join(', ')}</span>{' '}
          {leftOut.length === 1 ? 'is left out, and stays as it is' : 'are left out, and stay as they are'} in
          the table.
        </Banner>
      )}
      <NumberedText
        ref={field}
        aria-label={`Text of ${environment.name}`}
        value={text}
        readOnly={!canWrite || reason !== undefined}
        marked={reading.kind === 'refused' ? reading.problems : reading.warnings}
        isBad={reading.kind === 'refused'}
        onChange={({ target }) => onChange({ ...opened, text: target.value })}
      />
      {text !== stored && <BlockedInput text={text} label="Copy text" />}
      {reading.kind === 'refused' && (
        <Banner tone="bad" title="This text cannot be saved">
          <Notes notes={reading.problems} onLine={goToLine} />
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 text-small text-ink-3">{reason ?? noteOf(canWrite)}</p>
        <p role="status" className="text-small text-ink-2">
          {changes && count > 0 && countsOf(changes)}
        </p>
        <Button variant="ghost" onClick={() => close(onClose)}>
          {text === stored ? 'Hide text' : 'Discard'}
        </Button>
        {canWrite && (
          <Changing>
            <Button
              disabled={reason === undefined && (count === 0 || !isCurrent)}
              onClick={() => setReviewing(true)}
            >
              {reviewText(count, reading.kind)}
            </Button>
          </Changing>
        )}
      </div>
      {reviewing && reading.kind === 'read' && (
        <SaveReview
          drafts={[
            { environment, draft: { version, base, edits: reading.edits }, base, marks: marksOf(reading) },
          ]}
          on={{
            finished: (saved) => {
              const warned = saved.flatMap(({ warnings }) => warnings).length
              if (warned > 0) toast.warning(`${warned} of them need review`)
              onClose()
            },
            failed: (error) => toast.error(errorText(error, variableErrors.updateVariable)),
            rebased: (_, edits, { version: newest, variables: fresh }) =>
              onChange({ ...openedAt(newest, fresh), ...textOf(applyEdits(fresh, edits)) }),
            close: () => setReviewing(false),
          }}
        >
          {reading.warnings.length > 0 && (
            <Banner tone="warn" title="Worth a second look">
              <Notes notes={reading.warnings} />
            </Banner>
          )}
        </SaveReview>
      )}
    </div>
  )
}

const marksOf = ({ edits, warnings }: Extract<TextReading, { kind: 'read' }>) => {
  const set = [...edits].flatMap(([key, edit]) => (edit ? [{ key, ...edit }] : []))
  return {
    empty: emptyKeys(edits),
    flagged: new Set(warnings.map(({ key }) => key ?? '')),
    notes: new Map(set.flatMap(({ key, note }) => (note === undefined ? [] : [[key, note] as const]))),
    notesAlone: new Set(set.flatMap(({ key, value }) => (value === undefined ? [key] : []))),
  }
}

const noteOf = (canWrite: boolean) =>
  canWrite
    ? 'A comment directly above a variable is its note. Other comments, blank lines and the order are not kept.'
    : 'You can read this environment, but not change it.'

const reviewText = (count: number, kind: 'refused' | 'read') => {
  if (kind === 'refused') return 'Review changes'
  if (count === 0) return 'Nothing to save'
  return `Review ${formatCount(count, 'change')}`
}

/** Reading starts after this pause in typing. */
const pauseMs = 80

/** Reads the text in the background. While it is not `isCurrent`, the reading is that of an earlier text. */
function useReading({ text, base, leftOut }: OpenedText): { reading: TextReading; isCurrent: boolean } {
  const [read, setRead] = useState<{ text: string; base: Variables; reading: TextReading }>()
  useEffect(() => {
    let stop = () => {}
    const timer = setTimeout(() => {
      const finish = (reading: TextReading) => setRead({ text, base, reading })
      stop = runInSlices(readTextSteps(text, base, leftOut), finish)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [text, base, leftOut])
  return { reading: read?.reading ?? unedited, isCurrent: read?.text === text && read.base === base }
}
