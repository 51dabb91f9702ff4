import type { ReactNode } from 'react'
import { Bar, CartesianGrid, BarChart as Chart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCount } from '../text/format.ts'
import { type BarSeries, type BarStep, barFills } from './bar-chart-table.tsx'

interface Props {
  steps: readonly BarStep[]
  /** What the details of a step name. */
  series: readonly BarSeries[]
  /** What the bars show, if it is not the series. */
  bars?: readonly BarSeries[]
  /** The units of the axes. */
  xLabel: string
  yLabel: string
}

const tick = { fill: 'var(--color-ink-3)', fontSize: '0.8125rem' }
const axisName = { fill: 'var(--color-ink-3)', fontSize: '0.8125rem' }

/**
 * Stacked bars, one for each step. Hidden from screen readers, which read `BarChartTable` instead. The chart library
 * is large, so it loads on first use.
 */
export function BarChart({ steps, series, bars = series, xLabel, yLabel }: Props) {
  const data = steps.map(({ key, values }) => ({ key, ...values }))
  const stepOf = (key: unknown) => steps.find((step) => step.key === key)
  // If several steps have the same label, only the first shows it.
  const named = steps.filter(({ tick }, index) => tick !== steps[index - 1]?.tick).map(({ key }) => key)
  return (
    <div aria-hidden="true" className="h-60 text-small [&_svg]:outline-none">
      <ResponsiveContainer width="100%" height="100%">
        <Chart
          data={data}
          accessibilityLayer={false}
          margin={{ top: 8, right: 8, bottom: 18, left: 4 }}
          barCategoryGap="18%"
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="key"
            ticks={named}
            tickFormatter={(key) => stepOf(key)?.tick ?? ''}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: 'var(--color-line-strong)' }}
            interval="preserveStartEnd"
            minTickGap={28}
            label={{ value: xLabel, position: 'insideBottom', offset: -14, ...axisName }}
          />
          <YAxis
            tick={tick}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            width={58}
            tickFormatter={(value: number) => value.toLocaleString('en-US', { notation: 'compact' })}
            label={{
              value: yLabel,
              angle: -90,
              position: 'insideLeft',
              style: { textAnchor: 'middle' },
              ...axisName,
            }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--color-hover)' }}
            content={({ active, payload }) => {
              const step = active && stepOf(payload[0]?.payload?.key)
              return step ? <StepDetails step={step} series={series} /> : null
            }}
          />
          {bars.map(({ key, label, tone }) => (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              stackId="all"
              fill={barFills[tone].fill}
              maxBarSize={36}
              isAnimationActive={false}
            />
          ))}
        </Chart>
      </ResponsiveContainer>
    </div>
  )
}

const StepDetails = ({ step, series }: { step: BarStep; series: readonly BarSeries[] }): ReactNode => (
  <div className="rounded-md bg-raised px-3 py-2 text-small shadow-high">
    <p className="mb-1 text-ink-3">{step.name}</p>
    <ul>
      {series.map(({ key, label, tone }) => (
        <li key={key} className="flex items-center gap-2">
          <span data-series-dot className={`size-2 rounded-full ${barFills[tone].dot}`} />
          <span className="flex-1 text-ink-2">{label}</span>
          <span className="pl-4 font-medium tabular-nums">{formatCount(step.values[key] ?? 0)}</span>
        </li>
      ))}
    </ul>
  </div>
)
