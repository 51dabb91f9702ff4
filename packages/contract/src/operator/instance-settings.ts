/** Settings of the instance that operators change while it runs. */
import { z } from 'zod'
import { signUpModes } from '../accounts/accounts.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { announcement, announcementLevels, announcementText } from '../pages/announcement.ts'
import { operatorEndpoint } from './operator-calls.ts'

const level = z.enum(announcementLevels)
const mode = z.enum(signUpModes)

/** Zero until the first change; then it changes with each one. */
const revision = field.version

/** When a setting was last changed, and by whom. */
const change = z
  .object({
    at: field.time,
    /** Null: by a command on the server. The name is null once the account is gone. */
    by: z.object({ id: field.id, username: z.string().max(limits.nameLength).nullable() }).nullable(),
  })
  .meta({ id: 'SettingChange' })
export type SettingChange = z.output<typeof change>

const instanceSettings = z
  .object({
    announcement: z.object({
      /** Also one that has expired, until it is replaced or removed. */
      current: announcement.nullable(),
      revision,
      changed: change.nullable(),
    }),
    sign_ups: z.object({
      /** What holds now. */
      mode,
      /** `SIGN_UPS` of the server that answers. */
      server_mode: mode,
      /** Null: the server's setting holds. */
      chosen_mode: mode.nullable(),
      revision,
      changed: change.nullable(),
    }),
    operator_factor: z.object({
      required: z.boolean(),
      /** When the requirement begins, if that is still to come. */
      from: field.time.nullable(),
      revision,
      changed: change.nullable(),
    }),
  })
  .meta({ id: 'InstanceSettings' })
export type InstanceSettings = z.output<typeof instanceSettings>

export const readInstanceSettings = operatorEndpoint('GET /admin/settings', {
  name: 'readInstanceSettings',
  summary:
    'The announcement, the sign-up mode and whether operators need a second factor, and who changed them.',
  output: instanceSettings,
})

export const updateAnnouncement = operatorEndpoint('PUT /admin/settings/announcement', {
  name: 'updateAnnouncement',
  summary: 'Replace the announcement that every page shows; null removes it.',
  body: z.object({
    announcement: z.object({ text: announcementText, level, until: field.time.nullable() }).nullable(),
    /** As read: the change is rejected if somebody else was faster. */
    revision,
  }),
  output: instanceSettings,
  errors: ['CONFLICT'],
})

export const updateSignUps = operatorEndpoint('PUT /admin/settings/sign-ups', {
  name: 'updateSignUps',
  summary: 'Change who may create an account; null returns to the server’s setting.',
  body: z.object({ mode: mode.nullable(), revision }),
  output: instanceSettings,
  errors: ['CONFLICT'],
})

export const updateOperatorFactor = operatorEndpoint('PUT /admin/settings/operator-factor', {
  name: 'updateOperatorFactor',
  summary:
    'Require a second factor of every operator, or no longer. Only an operator who has one can require it.',
  body: z.object({ required: z.boolean(), revision }),
  output: instanceSettings,
  errors: ['CONFLICT'],
})
