import type { Endpoint } from './endpoint.ts'

/** The status of a response that is no error. */
export const successOf = ({ success }: Pick<Endpoint, 'success'>) => success ?? 200
