import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { useOtherEnvironments } from '../comparison/use-other-environments.ts'
import { variablesQuery } from '../data/variable-queries.ts'
import { EnvironmentVariables } from './environment-variables.tsx'

interface Props extends Omit<ComponentProps<typeof EnvironmentVariables>, 'others' | 'isSingle'> {
  /** All of the project. */
  environments: readonly Environment[]
}

/** The table of one environment. What is known of the others stays when another one is chosen. */
export function TableView({ environments, ...rest }: Props) {
  const { environment, find } = rest
  const connection = useConnection()
  const open = useVaultOpen()
  // Reads nothing itself: the table does.
  const shown = useQuery({ ...variablesQuery(connection, environment.id), enabled: false }).data
  const others = useOtherEnvironments(environments, environment.id, open, open && shown !== undefined)
  return (
    <EnvironmentVariables
      key={`${environment.id} ${find}`}
      {...rest}
      others={others}
      isSingle={environments.length < 2}
    />
  )
}
