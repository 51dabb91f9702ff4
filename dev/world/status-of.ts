import { ApiError } from '@envhold/client/api-error.ts'
import type { Client } from '@envhold/client/client.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'

/** The status with which the server responds. The server validates the input: a table of rows has no type for it. */
export async function statusOf(client: Client, endpoint: Endpoint, input: object): Promise<number> {
  try {
    return (await client.ask(endpoint, input as never)).status
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
}
