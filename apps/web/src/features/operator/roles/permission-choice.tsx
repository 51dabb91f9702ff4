import { operatorPermissions } from '@envhold/contract/permissions.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { groupPermissions } from '../group-permissions.ts'
import { useOperator } from '../use-operator.ts'
import { holdsAll } from './role-authority.ts'

const catalogue = groupPermissions(Object.keys(operatorPermissions))
const notes: Readonly<Record<string, string>> = {
  'Project Management': 'Every user may do this, whatever their role. Listed for completeness.',
}

interface Props {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly disabled?: boolean
}

/** The catalogue by group. What the operator lacks cannot be chosen. */
export function PermissionChoice({ chosen, onChange, disabled = false }: Props) {
  const operator = useOperator()
  const put = (name: string, on: boolean) =>
    onChange(on ? [...chosen, name] : chosen.filter((one) => one !== name))
  return (
    <div className="grid gap-4">
      {catalogue.map(({ title, permissions }) => (
        <fieldset key={title} className="grid gap-2" disabled={disabled}>
          <legend className="mb-2 text-small font-medium">{title}</legend>
          {notes[title] && <p className="text-small text-ink-3">{notes[title]}</p>}
          <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
            {permissions.map(({ name, description }) => {
              const isHeld = holdsAll(operator, [name])
              return (
                <Checkbox
                  key={name}
                  className="content-start"
                  checked={chosen.includes(name)}
                  disabled={!isHeld}
                  onChange={({ target }) => put(name, target.checked)}
                  label={<span className="font-mono text-small">{name}</span>}
                  hint={isHeld ? description : `${description}. Your role lacks it.`}
                />
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
