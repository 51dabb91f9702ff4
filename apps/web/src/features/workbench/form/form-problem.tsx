import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useBlocked } from '../../../ui/feedback/blocked.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { environmentEventQuery } from '../../projects/environment-event-query.ts'
import { BlockedInput } from '../parts/blocked-input.tsx'

/** Why a form was not saved. */
export interface Problem {
  readonly text: string
  /** Another user saved first: saving again applies the form to the current version. */
  readonly stale: boolean
}

interface Props {
  problem: Problem | undefined
  projectId: number
  /** Its name now. */
  environment: string
  /** What is typed, to copy. */
  value: string
}

/** Why a form cannot be saved, or was not: nothing typed is lost, and the value can be copied. */
export function FormProblem({ problem, projectId, environment, value }: Props) {
  const reason = useBlocked()
  const [openedAs] = useState(environment)
  const isRenamed = environment !== openedAs
  const { data: who } = useQuery({
    ...environmentEventQuery(useApi(), projectId, 'environment_updated', `"${openedAs}" to "${environment}"`),
    enabled: isRenamed,
  })
  return (
    <>
      {isRenamed && !reason && (
        <Banner>
          {openedAs} was renamed to {environment}
          {who && ` by ${who}`}. You save to {environment}.
        </Banner>
      )}
      <BlockedInput text={value} label="Copy value" />
      {problem && !reason && (
        <Banner
          tone={problem.stale ? 'warn' : 'bad'}
          action={!problem.stale && value !== '' && <CopyButton labelled label="Copy value" text={value} />}
        >
          {problem.text}
          {problem.stale && ' What you typed is kept. Save again to apply it to the current version.'}
        </Banner>
      )}
    </>
  )
}
