import { formatCount } from '../text/format.ts'

interface Props {
  caption: string
  /** The heading of the steps: 'Time'. */
  xLabel: string
  steps: readonly BarStep[]
  series: readonly BarSeries[]
}

/** A bar chart's data as a table, for screen readers. */
export const BarChartTable = ({ caption, xLabel, steps, series }: Props) => (
  <div className="sr-only">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{xLabel}</th>
          {series.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ key, name, values }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {series.map(({ key }) => (
              <td key={key}>{formatCount(values[key] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The legend. */
export const BarChartKey = ({ series }: { series: readonly BarSeries[] }) => (
  <ul aria-hidden="true" className="flex gap-4 text-small text-ink-2">
    {series.map(({ key, label, tone }) => (
      <li key={key} className="flex items-center gap-2">
        <span data-series-dot className={`size-2.5 rounded-sm ${barFills[tone].dot}`} />
        {label}
      </li>
    ))}
  </ul>
)

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

/** The one color of what is counted, and the one of a state. */
export const barFills = {
  accent: { fill: 'var(--color-accent)', dot: 'bg-accent' },
  bad: { fill: 'var(--color-bad)', dot: 'bg-bad' },
} as const
