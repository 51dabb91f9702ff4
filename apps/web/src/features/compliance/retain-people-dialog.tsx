import { type Compliance, listRetainablePeople } from '@envhold/contract/archive/compliance.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { readQuery } from '../../connection/api/read-query.ts'
import { QueryView } from '../../connection/query-view.tsx'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { formatCount, formatDay } from '../../ui/text/format.ts'
import { complianceErrors, useRetainPeople } from './archive-actions.tsx'
import { initialRetained, RetainList } from './retain-dialog.tsx'
import type { GracePeriod } from './use-grace-period.ts'

interface Props {
  compliance: Compliance
  grace: GracePeriod
  onClose: () => void
}

/** Which collaborators stay; the access of the others is paused now or at the end of the grace period. */
export function RetainPeopleDialog(props: Props) {
  const { compliance, grace, onClose } = props
  const query = useQuery(readQuery(useApi(), listRetainablePeople, {}, ({ people }) => people))
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="Choose who stays"
      description={`${grace.planName} allows ${formatCount(compliance.maxCollaborators, 'collaborator')}. Those whom you check stay; the access of the others is paused.`}
    >
      <QueryView
        query={query}
        errors={complianceErrors.loadPeople}
        safe="Nobody has lost access."
        loading={<Skeleton className="h-40" />}
      >
        {(people) => <Choice {...props} people={people} />}
      </QueryView>
    </Dialog>
  )
}

type Person = OutputOf<typeof listRetainablePeople>['people'][number]

function Choice({ compliance, grace, people, onClose }: Props & { people: readonly Person[] }) {
  const max = compliance.maxCollaborators
  const [retained, setRetained] = useState(() =>
    initialRetained(
      people.map(({ email }) => email),
      { keep: compliance.keepPeople, losing: compliance.toPause, max },
    ),
  )
  const save = useRetainPeople(onClose)
  const others = people.length - retained.length
  const choose = (pauseOthers: boolean) => save.mutate({ people: [...retained], pauseOthers })
  const isPausing = save.isPending && save.variables.pauseOthers
  return (
    <>
      <RetainList
        noun="collaborators"
        options={people.map((person) => ({
          id: person.email,
          name: person.username ?? person.email,
          hint: factsOf(person),
        }))}
        kept={retained}
        max={max}
        onKept={setRetained}
      />
      <div className="grid gap-1 rounded-lg border bg-sunken px-4 py-3 text-ink-2">
        <p>
          Who is paused cannot read your projects, and gets an e-mail. Their permissions are kept, and access
          comes back automatically as soon as your plan has room.
        </p>
        <p>If you only save your choice, access is paused on {formatDay(grace.end)}.</p>
      </div>
      {save.error && <Banner tone="bad">{errorText(save.error, complianceErrors.retainPeople)}</Banner>}
      <DialogActions busy={save.isPending || isPausing}>
        <Button
          variant="secondary"
          busy={save.isPending && !isPausing}
          disabled={isPausing}
          onClick={() => choose(false)}
        >
          Save choice, pause later
        </Button>
        <Button
          busy={isPausing}
          disabled={(save.isPending && !isPausing) || others === 0}
          onClick={() => choose(true)}
        >
          {`Pause ${others === 1 ? 'the other one' : `the other ${formatCount(others)}`} now`}
        </Button>
      </DialogActions>
    </>
  )
}

const maxNamed = 3

/** `grace@example.com · Web shop, Blog and 2 more`. */
function factsOf({ email, username, projects }: Person): string {
  const rest = projects.length - maxNamed
  const names = rest > 0 ? [...projects.slice(0, maxNamed), `${formatCount(rest)} more`] : projects
  return [username === null ? 'Invited' : email, new Intl.ListFormat('en-US').format(names)].join(' · ')
}
