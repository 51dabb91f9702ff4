import type { JobSummary, VerifyingKind } from '@envhold/contract/operator/jobs.ts'
import { formatCount } from '../../../ui/text/format.ts'

const whatIsValid: Readonly<Record<VerifyingKind, string>> = {
  'verify-audit': 'Both logs are valid',
  'verify-activity': 'The activity is valid',
  'verify-usage': 'The API usage is valid',
}

/** How a verification ended, in words. */
export function verdictOf({ kind, state, result, failed }: JobSummary) {
  const chains = formatCount(result.checkedChains ?? 0, 'chain', 'chains')
  const entries = formatCount(result.checkedEntries ?? 0, 'entry', 'entries')
  if (failed > 0)
    return {
      tone: 'bad',
      title: `${formatCount(failed, 'problem was', 'problems were')} found`,
      text: 'Something other than the server may have changed the log.',
    } as const
  if (state === 'running')
    return { tone: 'info', title: 'The verification is running', text: 'Updated' } as const
  if (state === 'stopped')
    return {
      tone: 'warn',
      title: 'The verification was stopped',
      text: 'No problems found up to then:',
    } as const
  if (state === 'failed')
    return {
      tone: 'warn',
      title: 'The verification failed',
      text: 'See the log of the server:',
    } as const
  return {
    tone: 'good',
    title: whatIsValid[kind as VerifyingKind],
    text: `Verified ${chains} with ${entries}, and the roots:`,
  } as const
}
