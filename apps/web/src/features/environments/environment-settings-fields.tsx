import { isProtectedByName } from '@envhold/contract/accounts/protection.ts'
import type { Environment, EnvironmentColor } from '@envhold/contract/environments/environments.ts'
import { environmentColor, environmentColors } from '@envhold/contract/environments/environments.ts'
import {
  endFormerName,
  type FormerName,
  listFormerNames,
} from '@envhold/contract/environments/former-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readQuery } from '../../connection/api/read-query.ts'
import { CallDialog } from '../../connection/call-dialog.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { RadioGroup } from '../../ui/forms/choices.tsx'
import { Time } from '../../ui/text/time.tsx'
import { EnvironmentDot } from '../projects/environment-name.tsx'
import { refetchProject } from '../projects/project-queries.ts'
import { confirmedIn } from '../workbench/data/write-version.ts'
import { environmentErrors } from './environment-errors.ts'

/** What somebody chose; what is absent follows from the name of a new environment. */
export interface EnvironmentSettings {
  readonly color?: EnvironmentColor | null
  readonly protected?: boolean
}

interface Props {
  name: string
  value: EnvironmentSettings
  onValueChange: (value: EnvironmentSettings) => void
}

/** The color of an environment, and whether it is protected. */
export const EnvironmentSettingsFields = ({ name, value, onValueChange }: Props) => (
  <>
    <ColorChoice
      byName={environmentColor({ name })}
      value={value.color ?? null}
      onValueChange={(color) => onValueChange({ ...value, color })}
    />
    <Checkbox
      label="Protected"
      hint="Replacing, deleting or restoring its variables needs an extra confirmation, in the app and on the command line."
      checked={value.protected ?? isProtectedByName(name)}
      onChange={(event) => onValueChange({ ...value, protected: event.target.checked })}
    />
  </>
)

interface ColorChoiceProps {
  /** The color that goes with the name. */
  byName: EnvironmentColor
  /** Null: that color. */
  value: EnvironmentColor | null
  onValueChange: (value: EnvironmentColor | null) => void
}

const titles: Readonly<Record<EnvironmentColor, string>> = {
  sky: 'Sky',
  indigo: 'Indigo',
  violet: 'Violet',
  plum: 'Plum',
  brown: 'Brown',
  slate: 'Slate',
}
const choices = ['name', ...environmentColors] as const
type Choice = (typeof choices)[number]

/** One of the six colors, or the one of the name. */
function ColorChoice({ byName, value, onValueChange }: ColorChoiceProps) {
  const choose = (choice: Choice) => onValueChange(choice === 'name' ? null : choice)
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-small font-medium">
        Color
      </span>
      <RadioGroup<Choice, { readonly value: Choice }>
        label="Color"
        options={choices.map((choice) => ({ value: choice }))}
        value={value ?? 'name'}
        onValueChange={choose}
        className="flex flex-wrap gap-1.5"
        itemClassName="flex h-8 items-center gap-2 rounded-md border px-2.5 text-small transition-colors hover:border-line-strong data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft pointer-coarse:h-9"
      >
        {({ value: choice }) => (
          <>
            <EnvironmentDot environment={{ name: '', color: choice === 'name' ? byName : choice }} />
            {choice === 'name' ? 'By name' : titles[choice]}
          </>
        )}
      </RadioGroup>
    </div>
  )
}

/** The names that an environment had and still answers to, each with a button that ends it. */
export function FormerNames({ environment }: { environment: Environment }) {
  const { api } = useConnection()
  const [ending, setEnding] = useState<FormerName>()
  const { id } = environment
  const { data: names = [] } = useQuery(
    readQuery(api, listFormerNames, { params: { id } }, ({ former_names }) => former_names),
  )
  if (names.length === 0) return null
  return (
    <>
      <ul
        aria-label="Former names"
        className="max-h-40 divide-y overflow-y-auto rounded-md border text-small"
      >
        {names.map((former) => (
          <li key={former.name} className="flex items-center justify-between gap-3 py-1 pr-1 pl-3">
            <span className="min-w-0 text-ink-2">
              Also answers to <span className="font-mono break-all text-ink">{former.name}</span> until{' '}
              <Time at={former.ends_at} date />
            </span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`End now: ${former.name}`}
              onClick={() => setEnding(former)}
            >
              End now
            </Button>
          </li>
        ))}
      </ul>
      {ending && <EndDialog environment={environment} former={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

interface EndProps {
  environment: Environment
  former: FormerName
  onClose: () => void
}

function EndDialog({ environment, former: { name }, onClose }: EndProps) {
  const connection = useConnection()
  const { id, project_id: projectId } = environment
  const end = async () => {
    await connection.api.call(endFormerName, { params: { id, name } }, confirmedIn(environment))
    await refetchProject(connection, projectId)
  }
  return (
    <CallDialog
      tone="warning"
      {...(environment.protected && { icon: 'shield' as const })}
      title={`End the name ${name}`}
      description={
        <>
          API keys and commands that still use <span className="font-mono text-ink">{name}</span> in place of{' '}
          <span className="font-mono text-ink">{environment.name}</span> no longer find the environment. From
          then on, another one can have the name.
        </>
      }
      confirmText={`End ${name}`}
      errors={environmentErrors.endFormerName}
      onClose={onClose}
      onConfirm={end}
    />
  )
}
