// Machines that can be cut off: a network namespace for each, on one bridge of this machine. Linux and root only.

import { run } from '../world/postgres-process.ts'

export interface Machine {
  readonly ip: string
  /** What runs a program on this machine. */
  readonly prefix: readonly string[]
  /** Drops all packets from and to these addresses, or everyone. */
  cutOff(from?: readonly string[]): Promise<void>
  heal(): Promise<void>
}

export interface Network {
  readonly machines: readonly Machine[]
  remove(): Promise<void>
}

const runIp = (...args: string[]) => run('ip', args)

/** Starts a network of this many machines. */
export async function startNetwork(count: number): Promise<Network> {
  const id = process.pid % 10_000
  const subnet = `10.${100 + (id % 100)}.${Math.floor(id / 100)}`
  const bridge = `ehb${id}`
  await runIp('link', 'add', bridge, 'type', 'bridge')
  await runIp('addr', 'add', `${subnet}.1/24`, 'dev', bridge)
  await runIp('link', 'set', bridge, 'up')
  const namespaces: string[] = []
  const addMachine = async (index: number): Promise<Machine> => {
    const [namespace, link, ip] = [`eh${id}n${index}`, `ehv${id}n${index}`, `${subnet}.${11 + index}`]
    await runIp('netns', 'add', namespace)
    namespaces.push(namespace)
    await runIp('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    await runIp('link', 'set', link, 'master', bridge, 'up')
    await runIp('-n', namespace, 'addr', 'add', `${ip}/24`, 'dev', 'eth0')
    await runIp('-n', namespace, 'link', 'set', 'eth0', 'up')
    await runIp('-n', namespace, 'link', 'set', 'lo', 'up')
    const prefix = ['ip', 'netns', 'exec', namespace]
    const iptables = (...args: string[]) => run('ip', [...prefix.slice(1), 'iptables', '-w', ...args])
    return {
      ip,
      prefix,
      cutOff: async (from) => {
        for (const peer of from ?? ['0.0.0.0/0']) {
          await iptables('-A', 'INPUT', '-i', 'eth0', '-s', peer, '-j', 'DROP')
          await iptables('-A', 'OUTPUT', '-o', 'eth0', '-d', peer, '-j', 'DROP')
        }
      },
      heal: async () => {
        await iptables('-F')
      },
    }
  }
  const machines: Machine[] = []
  for (let index = 0; index < count; index++) machines.push(await addMachine(index))
  return {
    machines,
    remove: async () => {
      for (const namespace of namespaces) await runIp('netns', 'del', namespace)
      await runIp('link', 'del', bridge)
    },
  }
}
