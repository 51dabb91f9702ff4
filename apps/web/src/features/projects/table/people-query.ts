import { listProjectPeople } from '@envhold/contract/collaborators/collaborators.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

/** Usernames by project: the owner, and the collaborators who joined first. */
export const peopleQuery = (api: Api) => readQuery(api, listProjectPeople, {}, usernamesByProject)

const usernamesByProject = ({ people }: OutputOf<typeof listProjectPeople>) =>
  new Map(people.map(({ project_id, usernames }) => [project_id, usernames]))

/** 'ada, grace, +4': as many names as there is room for, and how many more people there are. */
export function peopleText(usernames: readonly string[], all: number): string {
  const named = usernames.slice(0, all > usernames.length ? maxBesideMore : usernames.length)
  const more = all - named.length
  return [...named, ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

const maxBesideMore = 2
