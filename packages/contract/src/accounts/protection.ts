/**
 * Protected environments: what deletes or replaces something in one has to name it. The header is the name, so that
 * no client can confirm an environment that it does not know.
 */
import type { ErrorBody } from '../errors.ts'

const protectedNames: readonly string[] = ['production', 'prod', 'live']

/** Whether a new environment of this name is protected unless its creator says otherwise. */
export const isProtectedByName = (name: string): boolean => protectedNames.includes(name.toLowerCase())

/** The request header with the environment's name, percent-encoded. */
export const confirmHeader = 'Confirm-Environment'

/** How many variables a write replaces and deletes. */
export interface LossCounts {
  readonly replaced: number
  readonly deleted: number
}

/** What a rejected write would have done. */
export interface ProtectedLoss extends LossCounts {
  /** The name to confirm. */
  readonly environment: string
}

type Details = NonNullable<ErrorBody['details']>

/** The details of PROTECTED_ENVIRONMENT. */
export const lossDetails = ({ environment, replaced, deleted }: ProtectedLoss): Details => [
  { path: 'environment', message: environment },
  { path: 'replaced', message: String(replaced) },
  { path: 'deleted', message: String(deleted) },
]

/** Reads them again. Undefined for details of another kind. */
export function readLossDetails(details: ErrorBody['details']): ProtectedLoss | undefined {
  const of = (path: string) => details?.find((detail) => detail.path === path)?.message
  const environment = of('environment')
  const [replaced, deleted] = [Number(of('replaced')), Number(of('deleted'))]
  if (!environment || !Number.isSafeInteger(replaced) || !Number.isSafeInteger(deleted)) return undefined
  return { environment, replaced, deleted }
}
