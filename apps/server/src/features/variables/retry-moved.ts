import type { Db } from '../../db/connect.ts'
import { type EnvironmentRow, hasValidMac } from '../environments/environment-store.ts'
import { EpochMovedError } from '../keyring/open-environment-key.ts'

const retries = 4

/** Retries a read. A read takes no locks, so a re-key between two of its queries makes it start over. */
export async function retryMoved<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EpochMovedError) || attempt === retries) throw error
    }
  }
}

/** Replaces an error with a retry when the environment was re-keyed, written or deleted meanwhile. */
export const faultUnlessMoved = async (
  db: Db,
  environment: EnvironmentRow,
  fault: unknown,
): Promise<unknown> => ((await hasValidMac(db, environment)) ? fault : new EpochMovedError())
