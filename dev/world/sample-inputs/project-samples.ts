// A valid input of each call about projects and what is in them.

import { unique } from '../unique.ts'
import type { ProjectWorld } from './project-world.ts'
import type { SamplesOf } from './samples-of.ts'

type World = ProjectWorld

const project = (w: World) => ({ params: { id: w.projectId } })
const inProject = (w: World) => ({ params: { projectId: w.projectId } })
const environment = (w: World) => ({ params: { id: w.environmentId } })
const version = (w: World) => ({ params: { id: w.environmentId, version: 1 } })
const named = (w: World) => ({ params: { projectId: w.projectId, environment: 'production' } })
const apiKey = async (w: World) => ({ params: { id: w.projectId, keyId: await w.newApiKey() } })
const member = async (w: World) => ({ params: { id: w.projectId, userId: await w.newMember('write') } })

export const projectSamples = {
  createProject: () => ({ body: { name: unique('Project ') } }),
  readProject: project,
  updateProject: (w) => ({ ...project(w), body: { name: 'Renamed' } }),
  deleteProject: async (w) => ({ params: { id: await w.newProject() } }),
  archiveProject: (w) => ({ ...project(w), body: { reason: 'grace_period_manual' } }),
  returnEnvironments: project,
  readProjectTransfer: project,
  offerProjectTransfer: async (w) => ({
    ...project(w),
    body: { user_id: (await member(w)).params.userId, remaining_role: 'write' },
  }),
  endProjectTransfer: project,
  acceptProjectTransfer: project,
  exportEnvironment: environment,

  listCollaborators: project,
  readExposure: async (w) => ({ query: { user: (await member(w)).params.userId } }),
  listSharedWith: async (w) => ({ params: { userId: (await member(w)).params.userId } }),
  inviteCollaborator: (w) => ({
    ...project(w),
    body: { email: `${unique('invited')}@example.com`, role: 'read', environments: [w.environmentId] },
  }),
  updateCollaborator: async (w) => ({ ...(await member(w)), body: { role: 'read' } }),
  removeCollaborator: member,
  updateInvitation: async (w) => ({
    ...project(w),
    body: { email: await w.newInvitation('write'), role: 'read' },
  }),
  cancelInvitation: async (w) => ({ ...project(w), body: { email: await w.newInvitation() } }),

  listEnvironments: inProject,
  createEnvironment: (w) => ({ ...inProject(w), body: { name: unique('made-') } }),
  renameEnvironment: (w) => ({ ...environment(w), body: { name: 'production' } }),
  updateEnvironment: (w) => ({ ...environment(w), body: { color: 'sky' } }),
  deleteEnvironment: async (w) => ({ params: { projectId: w.projectId, envId: await w.newEnvironment() } }),
  countVariables: (w) => ({ body: { environmentIds: [w.environmentId] } }),
  listFormerNames: environment,
  endFormerName: async (w) => ({ params: { id: w.environmentId, name: await w.newFormerName() } }),
  awaitVersion: (w) => ({ ...environment(w), query: { after: 0, wait: 0 } }),

  readVariables: environment,
  readVariablesByName: (w) => ({ query: { project_id: w.projectId, environment: 'production' } }),
  listVariableNames: environment,
  createVariable: (w) => ({ ...environment(w), body: { key: unique('MADE_'), value: '1' } }),
  updateVariable: (w) => ({
    params: { id: w.environmentId, key: 'HELLO' },
    body: { value: unique('value ') },
  }),
  deleteVariable: async (w) => ({ params: { id: w.environmentId, key: await w.newVariable() } }),
  writeVariables: (w) => ({
    ...environment(w),
    body: { variables: { WRITTEN: unique('x') }, mode: 'merge' },
  }),
  importVariables: (w) => ({ ...environment(w), body: { dotenv: `IMPORTED=${unique('x')}`, mode: 'merge' } }),
  downloadEnvironment: environment,
  compareEnvironments: (w) => ({
    ...inProject(w),
    query: { left: w.environmentId, right: w.environmentId },
  }),
  findVariables: () => ({ body: { name: 'HELLO' } }),
  findSameValues: () => ({ body: { value: 'world' } }),
  listVersions: environment,
  readVersion: version,
  restoreVersion: version,

  listApiKeys: project,
  createApiKey: (w) => ({
    ...project(w),
    body: { name: 'CI', permissions: ['read_variables', 'variables.api_inject'] },
  }),
  updateApiKey: async (w) => ({ ...(await apiKey(w)), body: { environment_access: null } }),
  deleteApiKey: apiKey,
  readApiKeyUsage: apiKey,
  readApiKeyCalls: project,
  inject: named,
  readSchema: named,
  injectByName: () => ({ query: { environment: 'production' } }),

  listProjectActivity: project,
  listProjectActivityLines: project,
  exportProjectActivity: project,
  downloadProjectLog: project,
} satisfies Partial<SamplesOf<World>>
