export interface BarSeries {
  readonly key: string
  readonly label: string
  readonly tone: keyof typeof barFills
}

export interface BarStep {
  readonly key: string
  /** In full: 'Mar 3, 2026, 2:00 PM'. */
  readonly name: string
  /** The short label below the bar. */
  readonly tick: string
  /** By the key of their series. */
  readonly values: Readonly<Record<string, number>>
}

/** The one colour of what is counted, and the one of a state. */
export const barFills = {
  accent: { fill: 'var(--color-accent)', dot: 'bg-accent' },
  bad: { fill: 'var(--color-bad)', dot: 'bg-bad' },
} as const
