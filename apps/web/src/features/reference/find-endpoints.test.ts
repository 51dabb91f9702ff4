import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { expect, it } from 'vitest'
import { findEndpoints } from './find-endpoints.ts'

const names = (search: string) => findEndpoints(everyEndpoint, search).map(({ name }) => name)

it('finds every call for nothing', () => expect(names('  ')).toHaveLength(everyEndpoint.length))
it('finds by path', () => expect(names('/v1/inject')).toEqual(['inject']))
it('finds by method and words in any order', () =>
  expect(names('variables delete')).toContain('deleteVariable'))
it('finds by error code', () =>
  expect(names('ip_not_allowed')).toEqual(['inject', 'readSchema', 'injectByName', 'readOwnApiKey']))
it('finds nothing for what is not there', () => expect(names('zebra')).toEqual([]))
