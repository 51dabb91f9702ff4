import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type FoundVariable, findSameValues } from '@envhold/contract/variables/find.ts'
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
import { FoundDots, FoundProject } from '../../projects/find/found-parts.tsx'

type Answer = OutputOf<typeof findSameValues>

/** Finds the variables that have a value, such as one that has leaked. It is compared in the open vault and not kept. */
export function FindValueDialog({ onClose }: { onClose: () => void }) {
  const { api, withUnlockedVault } = useConnection()
  const [value, setValue] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const [problem, setProblem] = useState<string>()
  const close = useUnsaved(value !== '')
  const leave = () => close(onClose)
  const find = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (value === '') return
    setBusy(true)
    setProblem(undefined)
    try {
      setAnswer(await withUnlockedVault(() => api.call(findSameValues, { body: { value } })))
    } catch (error) {
      if (!isPromptCanceled(error))
        setProblem(errorText(error, { fallback: 'The values could not be compared' }))
    }
    setBusy(false)
  }
  return (
    <Dialog
      onClose={leave}
      title="Find a value"
      description="It is compared with every value that you can read, and kept nowhere. Each project records that you searched it."
      size="lg"
    >
      <form onSubmit={(event) => void find(event)} className="grid gap-4" noValidate>
        <Field label="Value" error={problem}>
          <Textarea
            {...notFilled}
            autoFocus
            value={value}
            onChange={({ target }) => {
              setValue(target.value)
              setAnswer(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void find(event)
            }}
            {...asTyped}
            rows={2}
            className="max-h-[30vh] resize-y font-mono field-sizing-content"
          />
        </Field>
        <div aria-live="polite">{answer && <FoundValues answer={answer} onOpen={onClose} />}</div>
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
          {matches.map((one) => (
            <FoundValue key={`${one.project.id}/${one.key}`} one={one} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </div>
  )
}

const FoundValue = ({ one, onOpen }: { one: FoundVariable; onOpen: () => void }) => (
  <li>
    <Link
      to="/project/$id"
      params={{ id: String(one.project.id) }}
      search={{ tab: 'variables', environment: one.environments[0]?.id ?? 0, find: one.key }}
      onClick={onOpen}
      className="grid min-h-9 grid-cols-[minmax(0,1fr)_minmax(0,10rem)_auto] items-center gap-x-4 px-3 text-small hover:bg-hover"
    >
      <span className="truncate font-mono">{one.key}</span>
      <FoundProject project={one.project} />
      <FoundDots environments={one.environments} />
    </Link>
  </li>
)
