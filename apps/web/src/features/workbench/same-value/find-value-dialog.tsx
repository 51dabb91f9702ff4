import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { findSameValues } from '@envhold/contract/variables/find.ts'
import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { isPromptCanceled } from '../../../connection/prompt-cancelled.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { asTyped, Textarea } from '../../../ui/forms/input.tsx'
import { notFilled } from '../../../ui/forms/text-field.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { useAction } from '../../../ui/use-action.ts'
import { FoundDots, FoundProject } from '../../projects/find/found-parts.tsx'

type Answer = OutputOf<typeof findSameValues>

/** Finds the variables that have a value, such as one that has leaked. It is compared in the open vault and not kept. */
export function FindValueDialog({ onClose }: { onClose: () => void }) {
  const { api, withUnlockedVault } = useConnection()
  const [value, setValue] = useState('')
  const [found, setFound] = useState<{ readonly value: string; readonly answer: Answer }>()
  const close = useUnsaved(value !== '')
  const leave = () => close(onClose)
  const { run, isBusy, problem } = useAction(
    async () => {
      const answer = await withUnlockedVault(() => api.call(findSameValues, { body: { value } }))
      setFound({ value, answer })
    },
    (error) =>
      isPromptCanceled(error)
        ? undefined
        : errorText(error, { fallback: 'The values could not be compared' }),
  )
  const find = (event: SyntheticEvent) => {
    event.preventDefault()
    if (value !== '') run()
  }
  return (
    <Dialog
      onClose={leave}
      title="Find a value"
      description="It is compared with every value that you can read, and kept nowhere. Each project records that you searched it."
      size="lg"
    >
      <form onSubmit={find} className="grid gap-4" noValidate>
        <Field label="Value" error={problem}>
          <Textarea
            {...notFilled}
            autoFocus
            value={value}
            onChange={({ target }) => setValue(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) find(event)
            }}
            {...asTyped}
            rows={2}
            className="max-h-[30vh] resize-y font-mono field-sizing-content"
          />
        </Field>
        <div aria-live="polite">
          {/* Another value may have been typed since. */}
          {found?.value === value && <FoundValues answer={found.answer} onOpen={onClose} />}
        </div>
        <DialogActions>
          <Button variant="secondary" onClick={leave}>
            Close
          </Button>
          <Button type="submit" busy={isBusy} disabled={value === ''}>
            Find
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function FoundValues({ answer, onOpen }: { answer: Answer; onOpen: () => void }) {
  const { matches, total, projects, searched, unsearched } = answer
  return (
    <div className="grid gap-2">
      <p>
        {total === 0
          ? `No variable in ${formatCount(searched, 'environment')} has this value.`
          : `${formatCount(total, 'variable')} in ${formatCount(projects, 'project')}.`}
        {unsearched > 0 && ` Not compared: ${formatCount(unsearched, 'environment')}.`}
      </p>
      {matches.length > 0 && (
        <ul className="rounded-md border bg-surface py-1">
          {matches.map(({ key, project, environments }) => (
            <li key={`${project.id}/${key}`}>
              <Link
                to="/project/$id"
                params={{ id: String(project.id) }}
                search={{ tab: 'variables', environment: environments[0]?.id ?? 0, find: key }}
                onClick={onOpen}
                className="grid min-h-9 grid-cols-[minmax(0,1fr)_minmax(0,10rem)_auto] items-center gap-x-4 px-3 text-small hover:bg-hover"
              >
                <span className="truncate font-mono">{key}</span>
                <FoundProject project={project} />
                <FoundDots environments={environments} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
