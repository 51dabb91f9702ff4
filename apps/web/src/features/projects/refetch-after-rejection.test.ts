import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchAfterRejection } from './refetch-after-rejection.ts'

const read = () => {
  const queries = new QueryClient()
  queries.setQueryData(['project', 7], {})
  queries.setQueryData(['environments', 7], [])
  queries.setQueryData(['collaborators', 7], [])
  queries.setQueryData(['projects'], [])
  queries.setQueryData(['compliance'], null)
  return queries
}
const invalid = (queries: QueryClient) =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey[0])

test.each([
  ['readVariables', 'NOT_FOUND', ['project', 'environments']],
  ['updateVariable', 'FORBIDDEN', ['project', 'environments']],
  ['listEnvironments', 'NOT_FOUND', ['project']],
  ['listCollaborators', 'NOT_FOUND', ['project']],
  ['readProject', 'NOT_FOUND', []],
  ['updateVariable', 'PROJECT_READ_ONLY', ['project', 'environments', 'projects', 'compliance']],
  ['createProject', 'PROJECT_READ_ONLY', ['project', 'environments', 'projects', 'compliance']],
  ['readCompliance', 'NOT_FOUND', []],
  ['updateVariable', 'VALIDATION_FAILED', []],
  ['readVariables', 'MASTER_PASSWORD_REQUIRED', []],
] as const)('%s refused with %s reads again: %j', (endpoint, code, expected) => {
  const queries = read()
  refetchAfterRejection(queries, endpoint, code)
  expect(invalid(queries)).toEqual(expected)
})
