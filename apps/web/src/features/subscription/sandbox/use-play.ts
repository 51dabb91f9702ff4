import { actInSandboxPortal, type SandboxAction } from '@envhold/contract/sandbox.ts'
import { useMutation } from '@tanstack/react-query'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/toast.ts'
import { actionLabels } from './action-labels.ts'
import { sandboxPortalQuery } from './sandbox-queries.ts'

/** Plays something that happens to a subscription of the sandbox. */
export function usePlay(id: string) {
  const { api, queries } = useConnection()
  const query = sandboxPortalQuery(api, id)
  return useMutation({
    mutationFn: (action: SandboxAction) => api.call(actInSandboxPortal, { params: { id }, body: { action } }),
    onSuccess: async (portal, action) => {
      queries.setQueryData(query.queryKey, portal)
      void toast.success(`Done: ${actionLabels[action]}`)
      // What it changes on the other pages arrives there by a webhook.
      await queries.invalidateQueries({ queryKey: ['billing'] })
    },
    onError: () => queries.invalidateQueries(query),
  })
}
