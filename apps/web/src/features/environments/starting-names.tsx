import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { errorText } from '../../connection/api/error-text.ts'
import type { Connection } from '../../connection/connection.ts'
import { isPromptCanceled } from '../../connection/prompt-cancelled.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { refetchProject } from '../projects/project-queries.ts'
import { namesKey, namesQuery } from '../workbench/data/variable-queries.ts'

interface Props {
  /** The environments whose names can be copied. */
  environments: readonly Environment[]
  /** The id of one of them; null for none. */
  value: number | null
  onValueChange: (id: number | null) => void
}

/** What a new environment starts with. */
export function StartingNames({ environments, value, onValueChange }: Props) {
  const filled = environments.filter((environment) => environment.variable_count > 0)
  if (filled.length === 0) return null
  return (
    <Field label="Starts" hint="With the same names, each value is empty until you set it.">
      <Select
        value={value ?? ''}
        onChange={({ target }) => onValueChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">Empty</option>
        {filled.map(({ id, name, variable_count: count }) => (
          <option key={id} value={id}>
            {`With the ${count === 1 ? 'name' : `${formatCount(count)} names`} of ${name}, values empty`}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Writes the names of an environment's variables into a new one, with empty values. */
async function copyNames(connection: Connection, from: number, to: Environment): Promise<void> {
  const { api, queries, withUnlockedVault } = connection
  const names = await withUnlockedVault(() =>
    queries.fetchQuery({ ...namesQuery(connection, from), staleTime: 0 }),
  )
  const body = { variables: Object.fromEntries(names.map((name) => [name, ''])), mode: 'merge' as const }
  try {
    await withUnlockedVault(() =>
      api.call(writeVariables, { params: { id: to.id }, body }, { ifMatch: to.version }),
    )
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VERSION_MISMATCH') throw error
    // An earlier try, whose answer was lost, may have written them.
    const present = await queries.fetchQuery({ ...namesQuery(connection, to.id), staleTime: 0 })
    if (!names.every((name) => present.includes(name))) throw error
  }
  void queries.invalidateQueries({ queryKey: namesKey(to.id) })
}

/** The same; if it fails, says so and offers to try again. The environment is there, and empty. */
export async function copyNamesOrNotify(
  connection: Connection,
  from: number,
  to: Environment,
): Promise<void> {
  try {
    await copyNames(connection, from, to)
  } catch (error) {
    const why = isPromptCanceled(error) ? '' : ` ${errorText(error)}`
    const again = () =>
      void copyNamesOrNotify(connection, from, to).then(() => refetchProject(connection, to.project_id))
    toast.error(`${to.name} was created, but it is empty: the names were not copied.${why}`, {
      action: { label: 'Try again', onClick: again },
    })
  }
}
