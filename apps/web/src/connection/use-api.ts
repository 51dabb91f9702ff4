import { createContext, useContext } from 'react'
import type { Api } from './api/api.ts'

/** Apart from the connection, because the operator's page has an API but no vault. */
export const ApiContext = createContext<Api | null>(null)

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('There is no API above this component')
  return api
}
