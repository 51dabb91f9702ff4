import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchAfterRejection } from './refetch-after-rejection.ts'

const read = () => {
  const queries = new QueryClient()
  queries.setQueryData(['readProject', 7], {})
  queries.setQueryData(['listEnvironments', 7], [])
  queries.setQueryData(['listCollaborators', 7], [])
  queries.setQueryData(['listProjects'], [])
  queries.setQueryData(['readCompliance'], null)
  return queries
}
const invalid = (queries: QueryClient) =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey[0])

test.each([
  ['readVariables', 'NOT_FOUND', ['readProject', 'listEnvironments']],
  ['updateVariable', 'FORBIDDEN', ['readProject', 'listEnvironments']],
  ['listEnvironments', 'NOT_FOUND', ['readProject']],
  ['listCollaborators', 'NOT_FOUND', ['readProject']],
  ['readProject', 'NOT_FOUND', []],
  [
    'updateVariable',
    'PROJECT_READ_ONLY',
    ['readProject', 'listEnvironments', 'listProjects', 'readCompliance'],
  ],
  [
    'createProject',
    'PROJECT_READ_ONLY',
    ['readProject', 'listEnvironments', 'listProjects', 'readCompliance'],
  ],
  ['readCompliance', 'NOT_FOUND', []],
  ['updateVariable', 'VALIDATION_FAILED', []],
  ['readVariables', 'MASTER_PASSWORD_REQUIRED', []],
] as const)('%s refused with %s reads again: %j', (endpoint, code, expected) => {
  const queries = read()
  refetchAfterRejection(queries, endpoint, code)
  expect(invalid(queries)).toEqual(expected)
})
