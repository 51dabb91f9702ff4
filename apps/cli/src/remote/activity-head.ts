import { readActivityHead } from '@envhold/contract/activity/activity.ts'
import type { Settings } from '../config/settings.ts'
import type { Output } from '../output/output.ts'
import { type Connection, clientFor } from './client-for.ts'
import { checkHead, rememberedHead } from './remembered-head.ts'

const waitMs = 1_500

/**
 * Checks the activity log beside a command's own calls, for commands whose responses do not contain its head; await
 * the result before exiting. Never fails: a server that does not return its head, or a token that may not ask,
 * changes nothing.
 */
export async function watchActivityHead(
  settings: Settings,
  output: Output,
  { server, token, send }: Pick<Connection, 'server' | 'token' | 'send'>,
): Promise<void> {
  if (token.kind !== 'personal') return
  try {
    const known = await rememberedHead(settings, server)
    const query = known ? { at: known.sequence } : {}
    const answer = await clientFor(server, token, send, waitMs).call(readActivityHead, { query })
    await checkHead(settings, output, { server, known, answer })
  } catch {
    // An error here also shows in the command's own calls.
  }
}
