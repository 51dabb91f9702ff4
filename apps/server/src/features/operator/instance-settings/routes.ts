import { readAnnouncement } from '@envhold/contract/announcement.ts'
import * as settings from '@envhold/contract/operator/instance-settings.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { createReadAnnouncement } from './read-announcement.ts'
import { readInstanceSettings } from './read-instance-settings.ts'
import { updateAnnouncement } from './update-announcement.ts'
import { updateOperatorFactor } from './update-operator-factor.ts'
import { updateSignUps } from './update-sign-ups.ts'

export const instanceSettingsRoutes = (ctx: Context): Route[] => [
  route(readAnnouncement, createReadAnnouncement(ctx)),
  route(settings.readInstanceSettings, async () => ({ json: await readInstanceSettings(ctx) })),
  route(settings.updateAnnouncement, async (call) => ({ json: await updateAnnouncement(ctx, call) })),
  route(settings.updateSignUps, async (call) => ({ json: await updateSignUps(ctx, call) })),
  route(settings.updateOperatorFactor, async (call) => ({ json: await updateOperatorFactor(ctx, call) })),
]
