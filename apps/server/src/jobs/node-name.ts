import { hostname } from 'node:os'
import type { Config } from '../config/config.ts'

/** Names this process among the nodes of the instance. A restart does not change the name. */
export const nodeName = ({ port }: Pick<Config, 'port'>): string => `${hostname()}:${port}`
