import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UsageStatus } from './activity-badges.tsx'

const textOf = (calls: number) =>
  renderToStaticMarkup(<UsageStatus status={429} calls={calls} />).replace(/<[^>]*>/g, ' ')

it('says how many calls share an entry', () => {
  expect(textOf(3_758)).toMatch(/429\s+3,758 calls/)
})

it('says nothing of the number where there is one', () => {
  expect(textOf(1)).toContain('429')
  expect(textOf(1)).not.toContain('call')
})
