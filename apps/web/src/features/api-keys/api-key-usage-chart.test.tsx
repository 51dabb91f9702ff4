import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { BarChartTable } from '../../ui/lists/bar-chart-table.tsx'
import { usageSeries, usageSteps } from './api-key-usage-chart.tsx'

const points = [
  { at: '2026-03-01T13:00:00.000Z', success_requests: 1_204, error_requests: 0 },
  { at: '2026-03-01T14:00:00.000Z', success_requests: 3, error_requests: 2 },
]

describe('the steps of a key’s usage', () => {
  it.each([
    ['1h', '1:00 PM'],
    ['24h', '1 PM'],
    ['7d', 'Mar 1'],
    ['30d', 'Mar 1'],
  ] as const)('over %s they are named %s', (range, tick) => {
    expect(usageSteps(points, range, 'UTC')[0]?.tick).toBe(tick)
  })

  it('are told in the reader’s time', () => {
    expect(usageSteps(points, '24h', 'Asia/Tokyo')[0]).toEqual({
      key: '2026-03-01T13:00:00.000Z',
      name: 'Mar 1, 2026, 10:00 PM',
      tick: '10 PM',
      values: { success: 1_204, errors: 0 },
    })
  })
})

it('has all of them in a table, with what each figure is', () => {
  const table = renderToStaticMarkup(
    <BarChartTable
      caption="Requests over time"
      xLabel="Time"
      series={usageSeries}
      steps={usageSteps(points, '24h', 'UTC')}
    />,
  )
  const cells = [...table.matchAll(/<(caption|t[hd])\b[^>]*>([^<]*)</g)].map(([, , text]) => text)
  expect(cells).toEqual([
    ...['Requests over time', 'Time', 'Success', 'Errors'],
    ...['Mar 1, 2026, 1:00 PM', '1,204', '0'],
    ...['Mar 1, 2026, 2:00 PM', '3', '2'],
  ])
})
