import { useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { useBlocked } from '../../../ui/blocked.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'

/** Why a form was not saved. */
export interface Problem {
  readonly text: string
  /** Another user saved first: saving again applies the form to the current version. */
  readonly stale: boolean
}

interface Props {
  problem: Problem | undefined
  environment: string
  /** What is typed, to copy. */
  value: string
}

/** Why a form cannot be saved, or was not: nothing typed is lost, and the value can be copied. */
export function FormProblem({ problem, environment, value }: Props) {
  const reason = useBlocked()
  const [openedAs] = useState(environment)
  const copy = value !== '' && <CopyButton labelled label="Copy value" text={value} />
  return (
    <>
      {environment !== openedAs && !reason && (
        <Banner>
          {openedAs} was renamed to {environment} meanwhile. You save to {environment}.
        </Banner>
      )}
      {reason && (
        <Banner tone="warn" title={reason} action={copy}>
          What you typed is kept until you close this.
        </Banner>
      )}
      {problem && !reason && (
        <Banner tone={problem.stale ? 'warn' : 'bad'} action={!problem.stale && copy}>
          {problem.text}
          {problem.stale && ' What you typed is kept. Save again to apply it to the current version.'}
        </Banner>
      )}
    </>
  )
}
