import { type ArchivedProject, exchangeDays, exchangeProjects } from '@envhold/contract/archive/archive.ts'
import { listProjects, may, readProject } from '@envhold/contract/projects/projects.ts'
import { useState } from 'react'
import { readKey } from '../../../connection/api/read-query.ts'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { useRead } from '../../../connection/use-read.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { ChoiceCards } from '../../../ui/forms/choices.tsx'
import { complianceErrors } from '../archive-actions.tsx'

interface Props {
  project: ArchivedProject
  onClose: () => void
}

/** Asks which project in use is archived in exchange for this one. */
export function ExchangeDialog({ project, onClose }: Props) {
  const { api, queries } = useConnection()
  const { data } = useRead(listProjects, {})
  const own = data?.projects.filter(({ user_role }) => may(user_role, 'own')) ?? []
  const [chosen, setChosen] = useState<string>()
  const value = chosen ?? String(own[0]?.id ?? '')
  const exchange = async () => {
    const archive = Number(value)
    const body = { restoreToken: project.restoreToken, archive }
    const { restored, archived } = await api.call(exchangeProjects, { body })
    toast.success(`Project "${restored.name}" restored, and "${archived.name}" archived`)
    queries.removeQueries({ queryKey: readKey(readProject, { params: { id: archive } }) })
    onClose()
    await queries.invalidateQueries()
  }
  return (
    <CallDialog
      tone="warning"
      title={`Exchange for ${project.name}`}
      description={`The project that you choose becomes unavailable to everyone, its API keys stop working immediately, and it is permanently deleted after 30 days in the archive. In return, ${project.name} comes back as it was. You can exchange projects once in ${exchangeDays} days.`}
      confirmText="Exchange"
      errors={complianceErrors.exchangeProjects}
      onClose={onClose}
      onConfirm={exchange}
    >
      <ChoiceCards
        label="Project to archive"
        options={own.map(({ id, name }) => ({ value: String(id), title: name }))}
        value={value}
        onValueChange={setChosen}
      />
    </CallDialog>
  )
}
