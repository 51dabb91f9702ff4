import { defaultOperatorFactor } from '../../../instance-settings/operator-factor.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { changeSetting } from './change-setting.ts'

const described = (isRequired: boolean) => (isRequired ? 'required' : 'not required')

/** Requires it at once. @throws AppError CONFLICT */
export async function setOperatorFactor(tx: Tx, isRequired: boolean, known?: number): Promise<void> {
  const value = { requiredFrom: isRequired ? tx.clock() : null }
  const { requiredFrom } = (await changeSetting(tx, 'operator-factor', value, known)) ?? defaultOperatorFactor
  tx.record({
    type: 'operator_factor_changed',
    severity: 'high',
    description: `The second factor of operators was changed from ${described(requiredFrom !== null)} to ${described(isRequired)}`,
  })
}
