import type { ExposedEnvironment } from '@envhold/contract/activity/exposure.ts'
import { expect, test } from 'vitest'
import { sampleEnvironment } from '../../../tests/samples.ts'
import { countExposed, exposedValues, exposureFile } from './exposure-values.ts'

const day = (number: number) => `2026-03-0${number}T10:00:00.000Z`
const shop = { id: 7, name: 'Shop' }
const exposed = (id: number, name: string, fields: Partial<ExposedEnvironment>): ExposedEnvironment => ({
  project: shop,
  environment: sampleEnvironment({ id, name, protected: name === 'production' }),
  read_at: day(1),
  way: 'web',
  keys: ['A'],
  ...fields,
})
const all = [
  exposed(2, 'qa', { read_at: day(3), keys: ['A', 'B'] }),
  exposed(1, 'production', { read_at: day(2), way: 'token' }),
  exposed(3, 'test', { project: { id: 8, name: '=Blog' } }),
  exposed(4, 'gone', { keys: null }),
]

test('values are listed once a project, the protected environment first, those read last first', () => {
  const lines = exposedValues(all).map(({ key, project, environments, last }) => [
    project.id,
    key,
    environments.map(({ environment }) => environment.name),
    last.way,
  ])
  expect(lines).toEqual([
    [7, 'A', ['production', 'qa'], 'web'],
    [7, 'B', ['qa'], 'web'],
    [8, 'A', ['test'], 'web'],
  ])
  expect(countExposed(all)).toBe(4)
})

test('the file has a line for each value, and no formula', () => {
  expect(exposureFile(all.slice(1))).toBe(
    [
      '"Project","Environment","Variable","How","Last read"',
      `"Shop","production","A","pulled","${day(2)}"`,
      `"'=Blog","test","A","opened","${day(1)}"`,
      '',
    ].join('\r\n'),
  )
})
