import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useAccount } from '../../connection/session/use-session-state.ts'
import { StrengthMeter } from '../../ui/forms/strength-meter.tsx'
import type { Strength } from './strength.ts'

/** The estimator has large word lists, so it loads when the first character is typed. */
const estimatorQuery = {
  queryKey: ['strength-estimator'],
  queryFn: () => import('./strength.ts'),
  staleTime: Number.POSITIVE_INFINITY,
}

const inWords = ({ score, guessedIn, warning }: Strength) => {
  const time = guessedIn.startsWith('less') ? guessedIn : `about ${guessedIn}`
  if (score >= 3) return 'Strong enough: guessing it would cost more than it is worth.'
  return `${warning ? `${warning}. ` : ''}Somebody who stole a copy of this server could guess it in ${time} and read every value you store. A few unrelated words are stronger and easier to remember.`.replace(
    '..',
    '.',
  )
}

/** Shows a master password's strength and the risk of a weak one. */
export function MasterPasswordStrength({ value }: { value: string }) {
  const account = useAccount()
  const { data: estimator } = useQuery({ ...estimatorQuery, enabled: value !== '' })
  const deferredValue = useDeferredValue(value)
  const strength = useMemo(() => {
    const known = [account?.username, account?.email, account?.firstName, account?.lastName]
    return estimator && deferredValue
      ? estimator.estimateStrength(
          deferredValue,
          known.filter((word) => typeof word === 'string'),
        )
      : null
  }, [estimator, deferredValue, account])
  if (value === '') return null
  return <StrengthMeter score={strength?.score ?? null}>{strength && inWords(strength)}</StrengthMeter>
}
