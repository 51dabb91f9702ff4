import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonWords } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

export interface Strength {
  readonly score: 0 | 1 | 2 | 3 | 4
  /** How long guessing takes for an attacker with a full copy of the server: '3 hours'. */
  readonly guessedIn: string
  /** What makes it weak, in a sentence; empty when nothing does. */
  readonly warning: string
}

const estimator = new ZxcvbnFactory({
  dictionary: { ...commonWords, ...english },
  graphs: adjacencyGraphs,
  translations,
})

/**
 * Only this many characters are estimated: the estimate gets slower with length, and longer passwords are strong
 * anyway.
 */
const maxEstimatedLength = 100

export function estimateStrength(masterPassword: string, known: readonly string[]): Strength {
  const { score, crackTimes, feedback } = estimator.check(masterPassword.slice(0, maxEstimatedLength), [
    'envhold',
    ...known,
  ])
  return {
    score,
    guessedIn: crackTimes.offlineSlowHashingXPerSecond.display,
    warning: feedback.warning ?? '',
  }
}
