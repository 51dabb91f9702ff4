import { useQuery } from '@tanstack/react-query'
import { instanceQuery } from './read-queries.ts'
import { useApi } from './use-connection.ts'

/** Whether this instance can mail links; undefined while that is not known. */
export const useCanMail = (): boolean | undefined => useQuery(instanceQuery(useApi())).data?.can_mail
