import type { Compliance } from '@envhold/contract/archive/compliance.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Searchable } from '../../ui/forms/searchable.tsx'
import { formatCount, formatDay } from '../../ui/text/format.ts'
import { archivedUntil, complianceErrors, useArchiveExcess, useRetainProjects } from './archive-actions.tsx'
import type { GracePeriod } from './use-grace-period.ts'

interface Props {
  compliance: Compliance
  grace: GracePeriod
  projects: readonly Project[]
  onClose: () => void
}

/** Which projects stay; the others are archived now or at the end of the grace period. */
export function RetainDialog({ compliance, grace, projects, onClose }: Props) {
  const { maxProjects: max, end } = grace
  const [kept, setKept] = useState(() =>
    initialRetained(
      projects.map(({ id }) => id),
      { keep: compliance.keep, losing: compliance.toArchive, max },
    ),
  )
  const archive = useArchiveExcess(onClose)
  const save = useRetainProjects(onClose)
  const staying = projects.filter(({ id }) => kept.includes(id)).map(({ id }) => id)
  const others = projects.length - staying.length
  const othersText = others === 1 ? 'the other one' : `the other ${formatCount(others)}`
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="Choose what stays"
      description={`${grace.planName} allows ${formatCount(max, 'project')}. The projects that you check stay; the others are archived.`}
    >
      <RetainList
        noun="projects"
        options={projects.map((project) => ({ id: project.id, name: project.name, hint: factsOf(project) }))}
        kept={kept}
        max={max}
        onKept={setKept}
      />
      <RetainConsequences end={end} />
      <RetainFailure archive={archive.error} save={save.error} />
      <DialogActions busy={save.isPending || archive.isPending}>
        <Button
          variant="secondary"
          busy={save.isPending}
          disabled={archive.isPending}
          onClick={() => save.mutate(staying)}
        >
          Save choice, archive later
        </Button>
        <Button
          busy={archive.isPending}
          disabled={save.isPending || others === 0}
          onClick={() => archive.mutate(staying)}
        >
          {`Archive ${othersText} now`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Why neither archiving nor saving the choice worked. */
function RetainFailure({ archive, save }: { archive: Error | null; save: Error | null }) {
  const text = archive
    ? errorText(archive, complianceErrors.archiveExcess)
    : save && errorText(save, complianceErrors.retainProjects)
  return text && <Banner tone="bad">{text}</Banner>
}

/** What becomes of the projects that do not stay. */
const RetainConsequences = ({ end }: { end: string }) => (
  <div className="grid gap-1 rounded-lg border bg-sunken px-4 py-3 text-ink-2">
    <p>
      An archived project is unavailable to everyone, and its API keys stop. You can restore it with
      everything in it until {formatDay(archivedUntil(end, Date.now()))}, as soon as your plan has a free
      place. After that it is permanently deleted.
    </p>
    <p>
      As soon as the others are archived, the projects you keep can be changed again. If you only save your
      choice, they are archived on {formatDay(end)}.
    </p>
  </div>
)

interface RetainListProps<Id> {
  noun: 'projects' | 'collaborators'
  options: readonly { id: Id; name: string; hint: string }[]
  kept: readonly Id[]
  max: number
  onKept: (kept: readonly Id[]) => void
}

const legends = { projects: 'Projects that stay', collaborators: 'Collaborators who stay' }

/** The account's projects or collaborators with a check box each. */
export function RetainList<Id extends number | string>(props: RetainListProps<Id>) {
  const { noun, kept, max, onKept } = props
  const options = props.options.map((option) => ({ ...option, label: option.name }))
  const isFull = max !== 1 && max !== -1 && kept.length >= max
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">
        {`${legends[noun]}: ${kept.length} of ${max}`}
        {isFull && <span className="font-normal text-ink-2">. Uncheck one to choose another.</span>}
      </legend>
      <Searchable noun={noun} options={options}>
        {(matches) => (
          <div className="max-h-60 overflow-y-auto rounded-md border">
            {matches.map(({ id, name, hint }) => {
              const isKept = kept.includes(id)
              return (
                <Checkbox
                  key={id}
                  label={<span className="break-words">{name}</span>}
                  hint={hint}
                  checked={isKept}
                  disabled={isFull && !isKept}
                  onChange={({ target }) => onKept(retainedChoice(kept, { id, on: target.checked, max }))}
                  className="border-b px-3 py-2 last:border-b-0"
                />
              )
            })}
          </div>
        )}
      </Searchable>
    </fieldset>
  )
}

const factsOf = ({ environment_count, variable_count, collaborator_count }: Project) =>
  [
    formatCount(environment_count, 'environment'),
    formatCount(variable_count, 'variable'),
    collaborator_count > 0 && formatCount(collaborator_count, 'collaborator'),
  ]
    .filter(Boolean)
    .join(' · ')

/** What a check box does: over the limit nothing is added, but a single place changes hands. */
export function retainedChoice<Id>(
  kept: readonly Id[],
  { id, on, max }: { id: Id; on: boolean; max: number },
): readonly Id[] {
  const others = kept.filter((otherId) => otherId !== id)
  if (!on) return others
  if (max === 1) return [id]
  return others.length < max ? [...others, id] : kept
}

/** What stays if the owner chooses nothing now: an earlier choice, else what the server would not archive. */
export function initialRetained<Id>(
  ids: readonly Id[],
  { keep, losing, max }: { keep: readonly Id[]; losing: readonly Id[]; max: number },
): readonly Id[] {
  const stay = ids.filter((id) => !losing.includes(id))
  const chosen = ids.filter((id) => keep.includes(id))
  const order = [...chosen, ...stay.filter((id) => !chosen.includes(id))]
  return max === -1 ? order : order.slice(0, max)
}
