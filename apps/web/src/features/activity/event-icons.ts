import type { EventCategory, EventType } from '@envhold/contract/activity/event-types.ts'
import { eventTypes, isEventType, projectEventNames } from '@envhold/contract/activity/event-types.ts'
import type { LucideIcon } from 'lucide-react'
import {
  Activity,
  Ban,
  CircleUser,
  CreditCard,
  Download,
  Eye,
  FileDown,
  FileInput,
  FilePen,
  FilePlus,
  FileX,
  FolderPen,
  FolderPlus,
  FolderX,
  Gauge,
  History,
  KeyRound,
  Layers,
  LayersPlus,
  Lock,
  LockOpen,
  LogIn,
  LogOut,
  MailCheck,
  MailPlus,
  MailX,
  MonitorX,
  Pencil,
  RefreshCw,
  RotateCcwKey,
  ShieldAlert,
  ShieldCheck,
  ShieldX,
  Terminal,
  Trash2,
  TriangleAlert,
  UserCheck,
  UserCog,
  UserMinus,
  UserPlus,
  UserRoundX,
  Users,
} from 'lucide-react'

const byCategory: Record<EventCategory, LucideIcon> = {
  account: CircleUser,
  security_events: ShieldCheck,
  project_changes: FilePen,
  team_changes: Users,
}

/** Events without an icon here use their category's. */
const byType: Partial<Record<EventType, LucideIcon>> = {
  account_deleted: UserRoundX,
  account_restored: UserCheck,
  account_viewed: UserCheck,
  email_verified: MailCheck,
  login: LogIn,
  login_failed: ShieldX,
  logout: LogOut,
  session_ended: MonitorX,
  password_changed: RotateCcwKey,
  master_password_set: Lock,
  master_password_changed: RotateCcwKey,
  master_password_recovered: RotateCcwKey,
  master_password_locked: Lock,
  recovery_key_renewed: RotateCcwKey,
  vault_unlocked: LockOpen,
  project_created: FolderPlus,
  project_updated: Pencil,
  project_deleted: FolderX,
  project_transfer_started: FolderPen,
  project_transfer_ended: FolderX,
  project_transferred: FolderPen,
  environment_created: LayersPlus,
  environment_updated: Layers,
  environment_deleted: Trash2,
  environment_rekeyed: RefreshCw,
  variable_created: FilePlus,
  variable_updated: FilePen,
  variable_deleted: FileX,
  variables_imported: FileInput,
  variables_restored: History,
  variables_read: Eye,
  user_invited: MailPlus,
  invitation_accepted: MailCheck,
  invitation_declined: MailX,
  invitation_canceled: MailX,
  invitation_expired: MailX,
  collaborator_added: UserPlus,
  user_role_changed: UserCog,
  user_removed: UserMinus,
  user_left: UserMinus,
  subscription_started: CreditCard,
  subscription_renewed: CreditCard,
  subscription_changed: CreditCard,
  subscription_canceled: Ban,
  subscription_resumed: CreditCard,
  subscription_ended: Ban,
  payment_failed: TriangleAlert,
  payment_recovered: CreditCard,
  payment_refunded: History,
  payment_disputed: TriangleAlert,
  personal_token_created: Terminal,
  personal_token_revoked: Terminal,
  api_key_created: KeyRound,
  api_key_updated: KeyRound,
  api_key_deleted: KeyRound,
  api_key_deactivated: KeyRound,
  api_key_viewed: KeyRound,
  api_key_used: Download,
  activity_exported: FileDown,
  environment_exported: FileDown,
  unauthorized_access: Ban,
  rate_limit_exceeded: Gauge,
  security_violation: ShieldAlert,
}

const ownNames = new Map(Object.entries(projectEventNames).map(([type, name]) => [name, type]))

/** The icon of an event, by either of its names; for unknown events, its category's. */
export function eventIcon(name: string, category: string): LucideIcon {
  const type = ownNames.get(name) ?? name
  if (isEventType(type)) return byType[type] ?? byCategory[eventTypes[type].category]
  return Object.entries(byCategory).find(([each]) => each === category)?.[1] ?? Activity
}

/** An event's display name: 'API key created'. */
export function eventLabel(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\bapi\b/, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
