import type { Diagnostics } from '@envhold/contract/operator/diagnostics.ts'
import type { InstanceHealth } from '@envhold/contract/operator/instance-health.ts'
import { providerIds } from '@envhold/contract/payments.ts'
import type { Context } from '../../../context.ts'
import { readMigrated } from '../../../db/read-migrated.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { readLastErrors } from '../../../payments/settings/payment-settings-store.ts'
import { type Actor, transact } from '../../audit-log/tx.ts'
import { diagnosticSettings } from './diagnostic-settings.ts'
import { readInstanceHealth } from './read-instance-health.ts'
import { countRows } from './row-count-store.ts'

/** The limiter is not part of the diagnostics: a command has none. */
const idle = { load: () => ({ running: 0, waiting: 0 }) }

/**
 * What a bug report needs to know of this instance. It can be published: it contains no secret, no name of a person, a
 * project or a machine, no address and no text from outside. That it was read is recorded.
 */
export async function makeDiagnostics(ctx: Context, actor: Actor): Promise<Diagnostics> {
  await transact(ctx, actor, async (tx) =>
    tx.record({
      type: 'diagnostics_read',
      severity: 'medium',
      description:
        actor.userId === null
          ? 'An operator on this machine read the diagnostics of the instance'
          : 'As an operator, read the diagnostics of the instance',
    }),
  )
  const failures = await readLastErrors(ctx)
  return {
    format: 1,
    made_at: wireTime(ctx.clock()),
    settings: diagnosticSettings(ctx.config),
    migrated: (await readMigrated(ctx.db)) ?? null,
    rows: await countRows(ctx),
    provider_failures: providerIds.flatMap((provider) => {
      const found = failures.get(provider)
      return found ? [{ provider, failure: found.text, at: wireTime(found.at) }] : []
    }),
    health: withoutNames(await readInstanceHealth(ctx, idle)),
  }
}

/** Machines have numbers in place of their names. */
function withoutNames({
  argon2: _argon2,
  checked_at: _checkedAt,
  ...health
}: InstanceHealth): Diagnostics['health'] {
  const ids = [
    ...new Set([health.node, ...health.nodes.map(({ id }) => id), ...health.tasks.map(({ node }) => node)]),
  ]
  const numbered = (id: string) => `node ${ids.indexOf(id) + 1}`
  /** The name of a task of each node ends with the node's. */
  const withoutNode = (name: string) => {
    const id = ids.find((one) => name === one || name.endsWith(`/${one}`))
    return id === undefined ? name : `${name.slice(0, name.length - id.length)}${numbered(id)}`
  }
  return {
    ...health,
    node: numbered(health.node),
    nodes: health.nodes.map((node) => ({ ...node, id: numbered(node.id) })),
    tasks: health.tasks.map((task) => ({ ...task, name: withoutNode(task.name), node: numbered(task.node) })),
    warnings: health.warnings.map((warning) => ({
      ...warning,
      subject: warning.subject === null ? null : withoutNode(warning.subject),
    })),
  }
}
